/// How much a server reads of one socket in one turn. What it answers is sent at the turn's end, so a turn must not be long.
///
/// libzmq takes a frame of each client in turn: the small ones of all others come before the second large one of anybody.
struct ReadBudget {
    /// Frames that were read.
    private(set) var frames = 0
    private var bytes = 0

    /// Whether a further frame is read, whatever its size.
    var hasRoom: Bool { frames < ZeroMQLimits.framesPerTurn && bytes < ZeroMQLimits.bytesPerTurn }

    /// A frame of this size was read.
    mutating func noteFrame(bytes: Int) {
        frames += 1
        self.bytes += bytes
    }
}
