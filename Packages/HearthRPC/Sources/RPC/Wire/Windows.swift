/// A receive window: what was granted and what is owed. Consumed bytes are granted again in quarters.
///
/// Quarters, because half a window may be an unfinished body: the grant must come while that body still waits.
struct ReceiveWindow: Sendable {
    private let size: Int
    private var received = 0
    private var owed = 0

    init(size: Int) { self.size = size }

    /// Bytes that may arrive without a further grant.
    var left: Int { size - received }

    /// Records arrived bytes.
    ///
    /// - Throws: when the sender had no grant for them.
    mutating func receive(_ bytes: Int) throws(ProtocolViolation) {
        received += bytes
        if received > size { throw ProtocolViolation(reason: "more bytes than the window grants") }
    }

    /// Records consumed bytes; returns the grant to send now, 0 when it can wait.
    mutating func consume(_ bytes: Int) -> Int {
        owed += bytes
        // The sender's remaining window may be less than what is owed: waiting for more would be a deadlock.
        guard owed > 0, owed >= size / 4 || owed >= size - received else { return 0 }
        received -= owed
        defer { owed = 0 }
        return owed
    }
}

/// Bodies too large for one message, sent in pieces, one body after another.
///
/// One after another, so that a receiver never buffers many partial bodies: a window full of unfinished bodies could
/// not make progress. Bodies of one piece overtake them.
struct SendQueue: Sendable {
    /// A body in the queue.
    struct Outgoing: Sendable {
        let call: UInt64
        let body: [UInt8]
        var sent = 0
        /// The call's remaining window at the receiver.
        var window: Int
        let role: Role
    }

    /// A body's role, which decides about the headers of its pieces.
    enum Role: Sendable {
        /// Its header was sent first; `isEnd` when the client sends nothing after it.
        case request(isEnd: Bool)
        /// Its header is sent with the last piece.
        case response(StatusHeader)
        /// Every piece names the item.
        case item(ItemHeader)

        var isRequest: Bool { if case .request = self { true } else { false } }
    }

    /// The part of a body in one message.
    struct Piece {
        let call: UInt64
        let role: Role
        let bytes: ArraySlice<UInt8>
        let offset: Int
        let isLast: Bool
    }

    /// The queued bytes above which long items wait with their streams, or all streams together would exceed it.
    private static var queuedItemBytes: Int { 4 << 20 }

    private(set) var connectionWindow: Int
    private let connectionWindowSize: Int
    private let chunkBytes: Int
    private var waiting: [Outgoing] = []
    /// Unsent bytes of the queued bodies.
    private(set) var waitingBytes = 0

    init(connectionWindow: Int, chunkBytes: Int) {
        (self.connectionWindow, connectionWindowSize) = (connectionWindow, connectionWindow)
        self.chunkBytes = chunkBytes
    }

    /// Whether a body of this size can be sent at once in one message; then its bytes are taken out of the window.
    mutating func takeWhole(_ bytes: Int) -> Bool {
        guard bytes <= chunkBytes, bytes <= connectionWindow else { return false }
        connectionWindow -= bytes
        return true
    }

    mutating func enqueue(_ outgoing: Outgoing) {
        waitingBytes += outgoing.body.count - outgoing.sent
        waiting.append(outgoing)
    }

    /// Whether a call's request is not sent to its end: then the server cannot have executed it. For an unsent item
    /// this does not hold.
    func holdsRequest(of call: UInt64) -> Bool {
        waiting.contains { $0.call == call && $0.role.isRequest }
    }

    /// Removes a body; returns how many bytes of it had not been sent.
    @discardableResult
    mutating func remove(call: UInt64) -> Int {
        guard let index = waiting.firstIndex(where: { $0.call == call }) else { return 0 }
        let gone = waiting.remove(at: index)
        waitingBytes -= gone.body.count - gone.sent
        return gone.body.count - gone.sent
    }

    /// Whether a body is not sent to its end.
    func contains(call: UInt64) -> Bool { waiting.contains { $0.call == call } }

    /// Adds a grant. Grants return what was sent: anything beyond that is an error of the peer.
    mutating func grant(connection bytes: Int) {
        connectionWindow = min(connectionWindowSize, Self.sum(connectionWindow, bytes))
    }

    mutating func grant(call: UInt64, _ bytes: Int) {
        guard let index = waiting.firstIndex(where: { $0.call == call }) else { return }
        waiting[index].window = Self.sum(waiting[index].window, bytes)
    }

    /// Grants come from the peer: the sum saturates.
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
        // A short piece is sent only when it is the last: otherwise a nearly closed window would be filled with tiny
        // pieces.
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
    /// - Returns: false when it has to wait: for the connection's window, or for the end of earlier bodies.
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
        // Its stream's window admits it whole; its pieces wait for the connection's window alone.
        enqueue(.init(call: call, body: item.bytes, window: .max, role: .item(header)))
        return true
    }
}

extension OutgoingFrames {
    /// Appends a piece of a body.
    mutating func append(_ piece: SendQueue.Piece) {
        switch piece.role {
        case .response(var status) where piece.isLast:
            status.offset = piece.offset
            append(.status, flags: .end, call: piece.call, body: piece.bytes) { status.write(to: &$0) }
        case .response: appendItem(piece, ItemHeader(), last: [])
        case .request(let isEnd): appendItem(piece, ItemHeader(), last: isEnd ? .end : [])
        case .item(let header): appendItem(piece, header, last: [])
        }
    }

    private mutating func appendItem(_ piece: SendQueue.Piece, _ header: ItemHeader, last: MessageFlags) {
        var header = header
        header.offset = piece.offset
        append(.item, flags: piece.isLast ? last : .more, call: piece.call, body: piece.bytes) { header.write(to: &$0) }
    }

    /// Ends one side's items; the end is counted like an item, so that a lost one is detected.
    mutating func appendEnd(call: UInt64, sequence: UInt64) {
        append(.item, flags: .end, call: call) { ItemHeader(sequence: sequence).write(to: &$0) }
    }
}
