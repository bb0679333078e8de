/// What a receiver granted and what it owes: consumed bytes are given back in quarters.
///
/// Quarters, because half a window may be an unfinished body: the grant must come while that one is still waiting.
struct ReceiveWindow: Sendable {
    private let size: Int
    private var received = 0
    private var owed = 0

    init(size: Int) { self.size = size }

    /// What may still come without a further grant.
    var left: Int { size - received }

    /// Notes arrived bytes.
    ///
    /// - Throws: when the sender had no grant for them.
    mutating func receive(_ bytes: Int) throws(ProtocolViolation) {
        received += bytes
        if received > size { throw ProtocolViolation(reason: "more bytes than the window grants") }
    }

    /// Notes consumed bytes; returns the grant to send now, 0 when it can wait.
    mutating func consume(_ bytes: Int) -> Int {
        owed += bytes
        // What is left to the sender may be less than what is owed: then waiting for more would be waiting for ever.
        guard owed > 0, owed >= size / 4 || owed >= size - received else { return 0 }
        received -= owed
        defer { owed = 0 }
        return owed
    }
}

/// Bodies too large for one message, on their way in pieces, one body after another.
///
/// One after another, so that a receiver never holds many halves: a window full of unfinished bodies could not move.
/// Bodies of one piece pass them by.
struct SendQueue: Sendable {
    /// A body on its way.
    struct Outgoing: Sendable {
        let call: UInt64
        let body: [UInt8]
        var sent = 0
        /// What the receiver lets this call send on.
        var window: Int
        let role: Role
    }

    /// What a body is, which decides about the headers of its pieces.
    enum Role: Sendable {
        /// Its header went ahead; `isEnd` when the client sends nothing after it.
        case request(isEnd: Bool)
        /// Its header goes with the last piece.
        case answer(StatusHeader)
        /// Every piece names the item.
        case item(ItemHeader)

        var isRequest: Bool { if case .request = self { true } else { false } }
    }

    /// What goes into one message.
    struct Piece {
        let call: UInt64
        let role: Role
        let bytes: ArraySlice<UInt8>
        let offset: Int
        let isLast: Bool
    }

    /// Items that long wait with their streams while so much is queued, or all streams' together would.
    private static var queuedItemBytes: Int { 4 << 20 }

    private(set) var connectionWindow: Int
    private let connectionWindowSize: Int
    private let chunkBytes: Int
    private var waiting: [Outgoing] = []
    /// What of the queued bodies is not sent.
    private(set) var waitingBytes = 0

    init(connectionWindow: Int, chunkBytes: Int) {
        (self.connectionWindow, connectionWindowSize) = (connectionWindow, connectionWindow)
        self.chunkBytes = chunkBytes
    }

    /// Whether a body of this size can go at once in one message; then its bytes are taken out of the window.
    mutating func takeWhole(_ bytes: Int) -> Bool {
        guard bytes <= chunkBytes, bytes <= connectionWindow else { return false }
        connectionWindow -= bytes
        return true
    }

    mutating func enqueue(_ outgoing: Outgoing) {
        waitingBytes += outgoing.body.count - outgoing.sent
        waiting.append(outgoing)
    }

    /// Whether a call's request is not sent to its end: then nobody can have begun it. An item that is not sent to its end
    /// says nothing of the kind.
    func holdsRequest(of call: UInt64) -> Bool {
        waiting.contains { $0.call == call && $0.role.isRequest }
    }

    /// Forgets a body; returns how many bytes of it had not been sent.
    @discardableResult
    mutating func remove(call: UInt64) -> Int {
        guard let index = waiting.firstIndex(where: { $0.call == call }) else { return 0 }
        let gone = waiting.remove(at: index)
        waitingBytes -= gone.body.count - gone.sent
        return gone.body.count - gone.sent
    }

    /// Whether a body is not sent to its end.
    func contains(call: UInt64) -> Bool { waiting.contains { $0.call == call } }

    /// Takes in a grant. Grants give back what was sent: what goes beyond that is a mistake of the other side's.
    mutating func grant(connection bytes: Int) {
        connectionWindow = min(connectionWindowSize, Self.sum(connectionWindow, bytes))
    }

    mutating func grant(call: UInt64, _ bytes: Int) {
        guard let index = waiting.firstIndex(where: { $0.call == call }) else { return }
        waiting[index].window = Self.sum(waiting[index].window, bytes)
    }

    /// Grants come from outside: a sum stays within its type.
    private static func sum(_ window: Int, _ grant: Int) -> Int {
        let (sum, overflow) = window.addingReportingOverflow(grant)
        return overflow ? .max : sum
    }

    var isEmpty: Bool { waiting.isEmpty }

    /// The next piece of the first body, nil when there is none or no room.
    mutating func nextPiece() -> Piece? {
        guard var first = waiting.first else { return nil }
        let left = first.body.count - first.sent
        let size = min(left, chunkBytes, first.window, connectionWindow)
        // A short piece is sent only when it is the last: otherwise a nearly closed window would be filled with crumbs.
        guard size == left || size == chunkBytes else { return nil }
        let offset = first.sent
        first.sent += size
        first.window -= size
        connectionWindow -= size
        waitingBytes -= size
        let isLast = first.sent == first.body.count
        if isLast { waiting.removeFirst() } else { waiting[0] = first }
        return Piece(
            call: first.call, role: first.role, bytes: first.body[offset..<first.sent], offset: offset, isLast: isLast)
    }

    /// Sends an item of a stream, whole or in pieces.
    ///
    /// - Returns: false when it has to wait: for the connection's window, or for the end of bodies before it.
    mutating func send(
        _ item: StreamItem, call: UInt64, sequence: UInt64, into frames: inout OutgoingFrames
    ) -> Bool {
        guard waiting.isEmpty || !contains(call: call) else { return false }
        let header = ItemHeader(sequence: sequence, position: item.position)
        if takeWhole(item.bytes.count) {
            frames.append(.item, call: call, body: item.bytes[...]) { header.write(to: &$0) }
            return true
        }
        guard item.bytes.count > chunkBytes, waitingBytes < Self.queuedItemBytes else { return false }
        // Its stream's window has let it through whole; in pieces it waits for the connection alone.
        enqueue(.init(call: call, body: item.bytes, window: .max, role: .item(header)))
        return true
    }
}

extension OutgoingFrames {
    /// Appends a piece of a body.
    mutating func append(_ piece: SendQueue.Piece) {
        switch piece.role {
        case .answer(var status) where piece.isLast:
            status.offset = piece.offset
            append(.status, flags: .end, call: piece.call, body: piece.bytes) { status.write(to: &$0) }
        case .answer: appendItem(piece, ItemHeader(), last: [])
        case .request(let isEnd): appendItem(piece, ItemHeader(), last: isEnd ? .end : [])
        case .item(let header): appendItem(piece, header, last: [])
        }
    }

    private mutating func appendItem(_ piece: SendQueue.Piece, _ header: ItemHeader, last: MessageFlags) {
        var header = header
        header.offset = piece.offset
        append(.item, flags: piece.isLast ? last : .more, call: piece.call, body: piece.bytes) { header.write(to: &$0) }
    }

    /// Says that one side's items have ended; counted like an item, so that a lost one is missed.
    mutating func appendEnd(call: UInt64, sequence: UInt64) {
        append(.item, flags: .end, call: call) { ItemHeader(sequence: sequence).write(to: &$0) }
    }
}
