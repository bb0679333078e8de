/// An authentication request of libzmq about a client, in the frames of ZAP 1.0 (ZeroMQ RFC 27).
struct ZAPRequest {
    private static let version = Array("1.0".utf8)

    /// The frames up to the delimiter, which route the reply.
    private let envelope: [[UInt8]]
    private let id: [UInt8]
    let domain: String
    let address: String

    /// The client's key; nil when the mechanism is not CURVE.
    let key: CurvePublicKey?

    /// Parses: envelope, delimiter, version, request id, domain, address, routing id, mechanism, credentials.
    init?(_ frames: [[UInt8]]) {
        guard frames.count >= 8, frames[1].isEmpty, frames[2] == ZAPRequest.version else { return nil }
        envelope = Array(frames[0...1])
        id = frames[3]
        domain = String(decoding: frames[4], as: UTF8.self)
        address = String(decoding: frames[5], as: UTF8.self)
        let isCurve = frames[7].elementsEqual("CURVE".utf8) && frames.count == 9
        key = isCurve ? CurvePublicKey(bytes: frames[8]) : nil
    }

    /// The reply: version, request id, status, text, user, metadata.
    func response(user: String?) -> [[UInt8]] {
        let status = user == nil ? "400" : "200"
        let text = user == nil ? "not on the list" : "OK"
        return envelope + [ZAPRequest.version, id, Array(status.utf8), Array(text.utf8), Array((user ?? "").utf8), []]
    }
}
