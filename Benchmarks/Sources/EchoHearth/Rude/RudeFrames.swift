import EchoControl
import RPC
import RPCZeroMQ
import Synchronization

/// Frames that none of our clients sends, some of them derived from a recorded one.
struct RudeFrames: Sendable {
    /// A client's first frame.
    let hello: [UInt8]
    /// The message of its call.
    private let call: [UInt8]

    /// The largest frame of clients that follow the rules.
    private static let frameBytes = RPCLimits().batchBytes
    /// The timeout of the recorded call, and so how long its copies are valid.
    private static let timeout = Duration.seconds(600)

    /// Makes a call with a real client, and records its frames.
    static func record(at endpoint: ZeroMQEndpoint) async throws -> RudeFrames {
        let sent = Mutex<[[UInt8]]>([])
        let node = try ZeroMQNode.start()
        let channel = try await ZeroMQChannel.connect(
            to: endpoint, name: "recorded", target: "echo", node: node, runtime: SystemRuntime.shared,
            onFrame: { direction, bytes in if direction == .sent { sent.withLock { $0.append(Array(bytes)) } } })
        let options = CallOptions(timeout: timeout, token: KnownToken.token, waitForReady: true)
        let request = Echo.Say(text: String(repeating: "x", count: EchoControl.payloadBytes))
        _ = try await RPCClient<Echo>(channel).send(request, options: options)
        await channel.close()
        await node.shutDown()
        let frames = sent.withLock { $0 }
        guard let hello = frames.first, let call = frames.first(where: { $0[kindOffset] == MessageKind.open.rawValue })
        else { throw EchoFailure(reason: "nothing was recorded") }
        return RudeFrames(hello: hello, call: call)
    }

    /// The offsets of a message's kind and its call's number.
    private static let (kindOffset, numberOffset) = (5, 8)

    private var callsInFrame: Int { Self.frameBytes / call.count }

    /// A frame full of the call, each with a number of its own.
    ///
    /// - Parameter frame: the number of earlier frames.
    func calls(from frame: UInt64) -> [UInt8] {
        var bytes = replays
        for index in 0..<callsInFrame {
            // The recorded call itself was the first.
            let number = frame * UInt64(callsInFrame) + UInt64(index) + 2
            bytes.withUnsafeMutableBytes {
                $0.storeBytes(
                    of: number.littleEndian, toByteOffset: index * call.count + Self.numberOffset, as: UInt64.self)
            }
        }
        return bytes
    }

    /// A frame full of one call, repeated.
    var replays: [UInt8] { [[UInt8]](repeating: call, count: callsInFrame).flatMap(\.self) }

    /// A ping with the client's clock at 0.
    static let ping: [UInt8] = {
        let content: [UInt8] = [0xA0, 0xA1, 0x01, 0x00]
        let length = UInt8(16 + content.count)
        return [length, 0, 0, 0, 1, 8, 0, 0] + Array(repeating: 0, count: 8) + [1, 0, 0, 0] + content
    }()

    /// As many of them as fit into a frame.
    static let pings = [[UInt8]](repeating: ping, count: frameBytes / ping.count).flatMap(\.self)

    /// A prefix with a header that is longer than the message.
    static let garbage: [UInt8] = [17, 0, 0, 0, 1, 1, 0, 0] + Array(repeating: 0, count: 8) + [255, 255, 0, 0, 0xA0]
}
