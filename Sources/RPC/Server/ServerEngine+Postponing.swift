internal import DequeModule

// Peers take turns on the loop.
//
// A frame has room for a thousand messages. Whatever it takes to read these and to answer the calls among them that are
// answered on the loop, others would wait for it: so the loop takes a few messages of a frame, and goes on with the rest
// after it has heard the other peers.
extension ServerEngine {
    /// How many messages of one peer are taken in at a time while there are others.
    static var maxMessagesPerTurn: Int { 32 }
    /// How many bytes of frames may wait for that, of all peers. Beyond these, frames are taken in whole as they come.
    static var postponedBytesMost: Int { 16 << 20 }

    /// A frame that waits for its peer's next turn.
    struct PostponedFrame {
        let bytes: [UInt8]
        /// Where it goes on.
        var start = 0
        /// Whether something of it has been taken in.
        var isRest: Bool
    }

    /// Whether peers wait for their turns.
    public var isGivingTurns: Bool { !peersPostponed.isEmpty }

    /// Has a frame, or what is left of one, wait for its peer's next turn.
    ///
    /// - Returns: whether there is room for it.
    func postpone(_ frame: UnsafeRawBufferPointer, isRest: Bool = false, of peer: Peer) -> Bool {
        guard postponedBytes + frame.count <= Self.postponedBytesMost, !runtime.hasDefect(.startsByArrival) else {
            return false
        }
        if peer.postponed.isEmpty { peersPostponed.append(peer) }
        peer.postponed.append(PostponedFrame(bytes: [UInt8](frame), isRest: isRest))
        postponedBytes += frame.count
        if !willGiveTurns {
            willGiveTurns = true
            loop.submit { [self] in servePostponedPeers() }
        }
        return true
    }

    /// Gives each peer of whose frames something is left one turn.
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

    /// Takes in all that is left of a peer's frames.
    func takePostponed(of peer: Peer, now: MonotonicInstant) {
        while !peer.postponed.isEmpty { takeIn(of: peer, most: .max, now: now) }
    }

    /// Takes in the next frame of a peer, or so much of it.
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

    /// A peer is gone: what it sent is of no use any more.
    func forgetPostponed(of peer: Peer) {
        for frame in peer.postponed { postponedBytes -= frame.bytes.count }
        peer.postponed = []
    }
}
