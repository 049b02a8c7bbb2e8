### The first hints.

tour-move = Click a man, then the square it goes to; or drag it there.
tour-look = Drag beside the board to walk around it; the wheel brings it nearer.
tour-keys = Press ? for all that mouse and keys do, and B for a flat diagram.
tour-step = { $step } of { $steps }
tour-next = Next
tour-done = Done
tour-skip = Skip
