// Runs when the window shows the whole page: tells what listens for scrolling that more came into view.
document.dispatchEvent(new Event("scroll", { bubbles: true }))
