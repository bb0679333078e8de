/// One item of a stream, encoded.
struct StreamItem: Sendable {
    let bytes: [UInt8]
    /// Its position in the log that the stream follows.
    var position: StreamPosition?

    /// Its share of a window.
    var size: StreamWindow { StreamWindow(items: 1, bytes: bytes.count) }
}

/// A window of one stream: what is in flight and what its reader has not consumed.
struct StreamWindow: Sendable, Hashable {
    var items: Int
    /// Bytes of the items; the last item may exceed it.
    var bytes: Int

    static let zero = StreamWindow(items: 0, bytes: 0)

    /// Whether another item may begin.
    var hasRoom: Bool { items > 0 && bytes > 0 }

    mutating func take(_ item: StreamItem) {
        items -= item.size.items
        bytes -= item.size.bytes
    }

    /// Adds room. Grants come from the peer: the sum saturates.
    mutating func add(_ room: StreamWindow) {
        items = Self.sum(items, room.items)
        bytes = Self.sum(bytes, room.bytes)
    }

    private static func sum(_ room: Int, _ grant: Int) -> Int {
        let (sum, overflow) = room.addingReportingOverflow(grant)
        return overflow ? .max : sum
    }
}

extension RPCLimits {
    var streamWindow: StreamWindow { StreamWindow(items: streamItems, bytes: streamItemBytes) }

    /// The window that the other side announced; first releases of version 1 did not announce one.
    static func streamWindow(items: UInt64?, bytes: UInt64?) -> StreamWindow {
        let standard = RPCLimits().streamWindow
        return StreamWindow(
            items: items.map { Int(clamping: $0) } ?? standard.items,
            bytes: bytes.map { Int(clamping: $0) } ?? standard.bytes)
    }
}

/// The receiving half of a stream as a pure state machine: reassembles pieces, and rejects duplicates, gaps, and items
/// beyond the window.
struct IncomingItems: Sendable {
    /// What a message contributed.
    enum Arrival: Sendable {
        /// A piece, or a duplicate.
        case nothing
        case item(StreamItem)
        /// No further items follow.
        case end
        /// An item between this and the last one is missing: the stream is over.
        case lost
    }

    private let window: StreamWindow
    private let itemBytes: Int
    private var next: UInt64 = 1
    private var partial: [UInt8] = []
    private var bufferedItems = 0
    /// Bytes of the items that the reader has not consumed, the unfinished one included.
    private(set) var heldBytes = 0
    private var partialChecks = 0
    private(set) var hasEnded = false

    /// - Parameter itemBytes: the longest item.
    init(window: StreamWindow, itemBytes: Int) { (self.window, self.itemBytes) = (window, itemBytes) }

    /// Bytes of the item that is not complete.
    var partialBytes: Int { partial.count }

    /// Whether one item has been unfinished for this many checks in a row.
    mutating func isUnfinished(after looks: Int) -> Bool {
        partialChecks = partial.isEmpty ? 0 : partialChecks + 1
        return partialChecks > looks
    }

    /// How many items have arrived whole.
    var count: UInt64 { next - 1 }

    /// Processes an `item` message.
    ///
    /// - Throws: when the window had no room for it, or it is too long.
    mutating func receive(
        _ header: ItemHeader, flags: MessageFlags, body: UnsafeRawBufferPointer
    ) throws(ProtocolViolation) -> Arrival {
        if hasEnded || header.sequence < next { return .nothing }
        guard header.sequence == next, header.offset <= partial.count else { return .lost }
        guard header.offset == partial.count else { return .nothing }
        if flags.contains(.end) {
            hasEnded = true
            guard body.isEmpty, partial.isEmpty else { throw ProtocolViolation(reason: "the end of items has a body") }
            return .end
        }
        if partial.isEmpty, bufferedItems >= window.items || heldBytes >= window.bytes {
            throw ProtocolViolation(reason: "more items than the window of their stream grants")
        }
        guard partial.count + body.count <= itemBytes else {
            throw ProtocolViolation(reason: "an item is over its limit")
        }
        heldBytes += body.count
        guard !flags.contains(.more), partial.isEmpty else {
            partial.append(contentsOf: body)
            guard !flags.contains(.more) else { return .nothing }
            defer { partial = [] }
            return complete(partial, header)
        }
        return complete([UInt8](body), header)
    }

    private mutating func complete(_ bytes: [UInt8], _ header: ItemHeader) -> Arrival {
        next += 1
        bufferedItems += 1
        partialChecks = 0
        return .item(StreamItem(bytes: bytes, position: header.position))
    }

    /// Notes what the reader has consumed: the window grows by as much.
    mutating func consumed(items: Int, bytes: Int) {
        bufferedItems -= items
        heldBytes -= bytes
    }
}

/// Whether the other side of a stream still sends anything.
///
/// Counts checks rather than time: a process that was suspended finds all of its peers silent at once.
struct StreamLiveness: Sendable {
    /// How many checks in a row may find silence: they are a third of the idle limit apart.
    private static let silentLooksAllowed = 3
    private var hasActivity = true
    private var missedChecks = 0

    /// Something arrived, possibly only a keepalive.
    mutating func hear() { hasActivity = true }

    /// Checks whether anything arrived since the last check; false when there was silence for too long.
    mutating func check() -> Bool {
        missedChecks = hasActivity ? 0 : missedChecks + 1
        hasActivity = false
        return missedChecks < Self.silentLooksAllowed
    }
}

/// The items that one side of a stream has sent, as its keepalives report them to the other.
struct SentItems: Sendable {
    /// The number of the last item sent, or of the end.
    var last: UInt64 = 0
    private var lastAtLook: UInt64 = 0

    /// What had been sent at the previous check. Keepalives overtake items that are queued with them; items of the
    /// previous check have left the queue.
    mutating func look() -> UInt64 {
        defer { lastAtLook = last }
        return lastAtLook
    }
}
