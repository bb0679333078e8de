import Foundation
import TestSupport

/// The least of HTTP/2 (RFC 9113) that answers every request with the number of its stream.
struct HTTP2Server {
    let server: ScriptedServer

    init() throws {
        server = try ScriptedServer(connection: { connection in
            _ = try connection.read(24)
            try connection.send(Self.frame(.settings, stream: 0, []))
            while true {
                let head = try connection.read(9)
                let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
                let stream =
                    UInt32(head[5] & 0x7F) << 24 | UInt32(head[6]) << 16 | UInt32(head[7]) << 8 | UInt32(head[8])
                let payload = try connection.read(length)
                let isAcknowledgement = head[4] & 1 == 1
                switch Kind(rawValue: head[3]) {
                case .headers:
                    // 0x88 stands for ":status: 200" in the table that every connection begins with (RFC 7541).
                    try connection.send(Self.frame(.headers, flags: 4, stream: stream, [0x88]))
                    try connection.send(Self.frame(.data, flags: 1, stream: stream, Array("stream \(stream)".utf8)))
                case .settings where !isAcknowledgement:
                    try connection.send(Self.frame(.settings, flags: 1, stream: 0, []))
                case .ping where !isAcknowledgement:
                    try connection.send(Self.frame(.ping, flags: 1, stream: 0, payload))
                default: break
                }
            }
        })
    }

    private enum Kind: UInt8 { case data = 0, headers = 1, settings = 4, ping = 6 }

    private static func frame(_ kind: Kind, flags: UInt8 = 0, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count
        let head = [UInt8(length >> 16 & 0xFF), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), kind.rawValue, flags]
        return head + withUnsafeBytes(of: stream.bigEndian) { Array($0) } + payload
    }
}
