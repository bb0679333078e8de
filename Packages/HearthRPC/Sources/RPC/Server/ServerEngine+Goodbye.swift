internal import CBOR

extension ServerEngine {
    /// What a transport sends to a peer that the engine has dropped, so that the client reconnects.
    public static let goodbyeFrame: [UInt8] = {
        var frames = OutgoingFrames(batchBytes: MessagePrefix.byteCount)
        frames.append(.goodbye) { $0.map(0) }
        return frames.takeFrame() ?? []
    }()
}
