internal import DequeModule

// Peers take turns on the loop.
//
// A frame has room for a thousand messages. All other peers would wait while they are parsed, and while the calls among
// them that are answered on the loop are answered: so the loop processes a few messages of a frame, and continues with
// the rest after it has served the other peers.
extension ServerEngine {
    /// How many messages of one peer are processed at a time while there are other peers.
    static var maxMessagesPerTurn: Int { 32 }
    /// How many bytes of frames may be postponed, of all peers together. Beyond these, frames are processed completely
    /// on arrival.
    static var postponedBytesMost: Int { 16 << 20 }

    /// A frame that waits for its peer's next turn.
    struct PostponedFrame {
        let bytes: [UInt8]
        /// Where processing continues.
        var start = 0
        /// Whether a part of it was processed.
        var isRest: Bool
    }

    /// Whether peers wait for their turns.
    public var isGivingTurns: Bool { !peersPostponed.isEmpty }

    /// Postpones a frame, or the rest of one, to its peer's next turn.
    ///
    /// - Returns: whether there is room for it.
    func postpone(_ frame: UnsafeRawBufferPointer, isRest: Bool = false, of peer: Peer) -> Bool {
        guard postponedBytes + frame.count <= Self.postponedBytesMost else { return false }
        if peer.postponed.isEmpty { peersPostponed.append(peer) }
        peer.postponed.append(PostponedFrame(bytes: [UInt8](frame), isRest: isRest))
        postponedBytes += frame.count
        if !willGiveTurns {
            willGiveTurns = true
            loop.submit { [self] in servePostponedPeers() }
        }
        return true
    }

    /// Gives each peer with postponed frames one turn.
    private func servePostponedPeers() {
        let now = runtime.now
        for _ in 0..<peersPostponed.count {
            guard let peer = peersPostponed.popFirst(), !peer.postponed.isEmpty else { continue }
            takeIn(of: peer, most: Self.maxMessagesPerTurn, now: now)
            if !peer.postponed.isEmpty { peersPostponed.append(peer) }
        }
        willGiveTurns = !peersPostponed.isEmpty
        if willGiveTurns { loop.submit { [self] in servePostponedPeers() } }
    }

    /// Processes all postponed frames of a peer.
    func takePostponed(of peer: Peer, now: MonotonicInstant) {
        while !peer.postponed.isEmpty { takeIn(of: peer, most: .max, now: now) }
    }

    /// Processes the next frame of a peer, at most `most` messages of it.
    private func takeIn(of peer: Peer, most: Int, now: MonotonicInstant) {
        guard var frame = peer.postponed.popFirst() else { return }
        postponedBytes -= frame.bytes.count
        let left = frame.bytes.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[frame.start...])
            return peer.connection.takeIn(bytes, isRest: frame.isRest, most: most, now: now)?.count
        }
        if let left {
            (frame.start, frame.isRest) = (frame.bytes.count - left, true)
            postponedBytes += frame.bytes.count
            peer.postponed.prepend(frame)
        }
        settle(peer, now: now)
    }

    /// Drops the postponed frames of a peer that is gone.
    func forgetPostponed(of peer: Peer) {
        for frame in peer.postponed { postponedBytes -= frame.bytes.count }
        peer.postponed = []
    }
}
