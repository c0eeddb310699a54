#include "textflag.h"

// ABOVE sets the bytes of rows to which the answer to the question at off(SI) is yes. The word's upper bytes are where its
// column begins, the lowest one is its bound.
#define ABOVE(off, rows) \
	MOVL         off(SI), AX;       \
	SHRL         $8, AX;            \
	VMOVDQU      (DI)(AX*1), rows;  \
	VPBROADCASTB off(SI), Y15;      \
	VPCMPGTB     Y15, rows, rows

// func descendAVX2(questions *question, columns *byte, depth int, bits *byte, paths *byte)
//
// R8 is a level, and R9 where it writes its bits, after those of the levels above. What its questions answer is folded by
// these bits, from the last to the first: of each two neighbours a row is left with the one to which it has come.
TEXT ·descendAVX2(SB), NOSPLIT, $0-40
	MOVQ questions+0(FP), SI
	MOVQ columns+8(FP), DI
	MOVQ depth+16(FP), DX
	MOVQ bits+24(FP), R9
	MOVQ paths+32(FP), R12

	ADDQ    $4, SI        // the first word asks nothing
	ABOVE(0, Y2)
	VMOVDQU Y2, (R9)
	VPXOR   Y14, Y14, Y14 // the paths, twice what they were and one more for a yes
	VPSUBB  Y2, Y14, Y14
	ADDQ    $4, SI
	MOVQ    $1, R8

level:
	CMPQ R8, DX
	JGE  done
	ADDQ $32, R9
	LEAQ -32(R9), R10     // the bits to fold by
	MOVQ R9, R11          // where folded answers go
	VMOVDQU (R10), Y0
	MOVQ R8, CX
	MOVQ $1, BX
	SHLQ CX, BX           // answers

	CMPQ R8, $1
	JEQ  pair
	VMOVDQU -32(R10), Y1
	SUBQ $64, R10
	SHRQ $2, BX

four:
	ABOVE(0, Y2)
	ABOVE(4, Y3)
	ABOVE(8, Y4)
	ABOVE(12, Y5)
	VPBLENDVB Y0, Y3, Y2, Y2
	VPBLENDVB Y0, Y5, Y4, Y4
	VPBLENDVB Y1, Y4, Y2, Y2
	VMOVDQU   Y2, (R11)
	ADDQ      $16, SI
	ADDQ      $32, R11
	DECQ      BX
	JNZ       four

	MOVQ R8, CX
	SUBQ $2, CX           // levels that are left to fold by
	MOVQ $1, BX
	SHLQ CX, BX

fold:
	SHRQ $1, BX
	JZ   next
	VMOVDQU (R10), Y0
	SUBQ $32, R10
	MOVQ R9, R11
	MOVQ R9, R13
	MOVQ BX, CX

two:
	VMOVDQU   (R13), Y2
	VPBLENDVB Y0, 32(R13), Y2, Y2
	VMOVDQU   Y2, (R11)
	ADDQ      $64, R13
	ADDQ      $32, R11
	DECQ      CX
	JNZ       two
	JMP       fold

pair:
	ABOVE(0, Y2)
	ABOVE(4, Y3)
	VPBLENDVB Y0, Y3, Y2, Y2
	VMOVDQU   Y2, (R9)
	ADDQ      $8, SI

next:
	VMOVDQU (R9), Y2
	VPADDB  Y14, Y14, Y14
	VPSUBB  Y2, Y14, Y14
	INCQ    R8
	JMP     level

done:
	VMOVDQU Y14, (R12)
	VZEROUPPER
	RET
