#!/usr/bin/env python3
"""Write how Python sees every code point, as lines NAME FIRST LAST (hexadecimal): unicode.py > unicode.txt

word    matches \\w                     space   matches \\s and is cut by str.split
before  makes a capital sigma after "a" and it a final one
after   makes a capital sigma between "a" and it with "b" behind a final one
lower   is not its own lower case; those lines are lower CODE CODE...
none    has no character in Python's Unicode version
"""
import re
import unicodedata

CHARS = [chr(i) for i in range(0x110000) if not 0xD800 <= i <= 0xDFFF]


def ranges(name, test):
    first = last = None
    for c in CHARS + [None]:
        if c is not None and test(c):
            if first is None:
                first = ord(c)
            last = ord(c)
        elif first is not None:
            print(f"{name} {first:x} {last:x}")
            first = None


assert all(bool(re.match(r"\s", c)) == (not c.split()) for c in CHARS)
ranges("word", lambda c: re.match(r"\w", c))
ranges("space", lambda c: re.match(r"\s", c))
ranges("before", lambda c: ("a" + c + "\u03a3").lower()[-1] == "\u03c2")
ranges("after", lambda c: ("a\u03a3" + c + "b").lower()[1] == "\u03c2")
ranges("none", lambda c: unicodedata.category(c) == "Cn")
for c in CHARS:
    if c.lower() != c:
        print("lower", f"{ord(c):x}", *(f"{ord(x):x}" for x in c.lower()))
