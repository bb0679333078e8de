/// A value whose `encode(to:)` is running.
struct EncodingFrame: BitwiseCopyable {
    /// The kind of container that the value has requested.
    enum Kind {
        /// It has not requested a container yet.
        case none
        /// It wrote a single value.
        case single
        case array
        case map
    }

    var kind: Kind = .none
    /// Where its head begins.
    var start: Int
    /// The index of its first entry among all entries; maps only.
    var firstEntry: Int
    /// The number of items; arrays only.
    var count = 0
    /// The value's type, which distinguishes integer-keyed dictionaries from others.
    let type: Any.Type

    init(start: Int, firstEntry: Int, type: Any.Type) {
        self.start = start
        self.firstEntry = firstEntry
        self.type = type
    }
}

/// A position in the bytes where those of another session belong.
struct EncodingHole {
    /// The frame of the container they belong to.
    var level: Int
    var offset: Int
    var session: EncodingSession
}

/// A map entry in the bytes: its key and value.
struct EncodingEntry: BitwiseCopyable {
    /// The first eight bytes of the key, zero-padded, as a big-endian number.
    var prefix: UInt64 = 0
    var start: Int
    var end = 0

    init(start: Int) {
        self.start = start
    }
}
