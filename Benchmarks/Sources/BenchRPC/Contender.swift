import Foundation

/// One way to echo and to stream, as a server and a client program.
struct Contender: Sendable {
    enum Transport: Sendable { case ipc, unix, tcp }

    let name: String
    /// The executable, beside this one.
    let program: String
    let transport: Transport
    var flags: [String] = []
    /// Variants of one rival: comparisons take the best of them.
    var family: String
    /// What it differs in from its neighbours.
    var workloads: Set<Workload> = [.calls, .streams]

    static let all: [Contender] = [
        Contender(name: "libzmq", program: "echo-zeromq", transport: .ipc, family: "libzmq"),
        Contender(name: "hearth-pool", program: "echo-hearth", transport: .ipc, family: "hearth-pool"),
        Contender(
            name: "hearth-loop", program: "echo-hearth", transport: .ipc, flags: ["--loop"], family: "hearth-loop",
            workloads: [.calls]),
        Contender(name: "grpc-tcp", program: "echo-grpc", transport: .tcp, family: "grpc-swift-2"),
        Contender(name: "grpc-unix", program: "echo-grpc", transport: .unix, family: "grpc-swift-2"),
        Contender(
            name: "grpc-tcp-coalesced", program: "echo-grpc", transport: .tcp, flags: ["--coalesce"],
            family: "grpc-swift-2"),
        Contender(
            name: "grpc-unix-coalesced", program: "echo-grpc", transport: .unix, flags: ["--coalesce"],
            family: "grpc-swift-2"),
    ]

    /// The path of the executable, beside the one that runs.
    var path: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: program)
            .path
    }

    /// Where a new server is to listen; the server says where it really does.
    func endpoint(in folder: String) -> String {
        switch transport {
        case .ipc: "ipc://\(folder)/\(name).sock"
        case .unix: "\(folder)/\(name).sock"
        case .tcp: "tcp"
        }
    }
}
