import EchoControl
import RPC
import RPCZeroMQ
import Synchronization

/// Frames as no client of ours sends them, some of them made of what one of ours has sent.
struct RudeFrames: Sendable {
    /// What a client began its connection with.
    let hello: [UInt8]
    /// The message of its call.
    private let call: [UInt8]

    /// As much as fits into the frames of clients that keep the rules.
    private static let frameBytes = RPCLimits().batchBytes
    /// How long the recorded call may take, and so how long its copies are worth something.
    private static let timeout = Duration.seconds(600)

    /// Makes a call as clients do, and keeps what was sent for it.
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

    /// Where a message's kind and its call's number are.
    private static let (kindOffset, numberOffset) = (5, 8)

    private var callsInFrame: Int { Self.frameBytes / call.count }

    /// A frame full of the call, each with a number of its own.
    ///
    /// - Parameter frame: how many frames came before.
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

    /// A frame full of one call, again and again.
    var replays: [UInt8] { [[UInt8]](repeating: call, count: callsInFrame).flatMap(\.self) }

    /// A ping that says that the client's clock is 0.
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
