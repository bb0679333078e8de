/// How much a server reads from one socket in one turn. Answers are sent at the turn's end, so a turn must not be long.
///
/// libzmq reads one frame of each client in turn: small frames of all others come before one client's second large
/// frame.
struct ReadBudget {
    /// Frames that were read.
    private(set) var frames = 0
    private var bytes = 0

    /// Whether another frame may be read, whatever its size.
    var hasRoom: Bool { frames < ZeroMQLimits.framesPerTurn && bytes < ZeroMQLimits.bytesPerTurn }

    /// A frame of this size was read.
    mutating func noteFrame(bytes: Int) {
        frames += 1
        self.bytes += bytes
    }
}
