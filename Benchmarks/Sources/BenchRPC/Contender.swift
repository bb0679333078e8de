import ArgumentParser
import Foundation

/// The transports of a comparison.
enum Field: String, Codable, Sendable, ExpressibleByArgument, CaseIterable {
    /// The fastest of each on one box: ipc, unix sockets and tcp.
    case box
    /// tcp on loopback, also encrypted.
    case tcp
}

/// An echo and streaming implementation, as a server and a client program.
struct Contender: Sendable {
    enum Transport: Sendable { case ipc, unix, tcp }

    let name: String
    /// The executable, beside this one.
    let program: String
    let transport: Transport
    var flags: [String] = []
    /// Variants of one rival: comparisons take the best of them.
    var family: String
    /// Its difference from the other contenders.
    var workloads: Set<Workload> = [.calls, .streams, .halfPeak]
    var fields: Set<Field> = [.box]

    static let all: [Contender] = [
        Contender(
            name: "libzmq", program: "echo-zeromq", transport: .ipc, family: "libzmq", workloads: [.calls, .streams]),
        Contender(name: "hearth-pool", program: "echo-hearth", transport: .ipc, family: "hearth-pool"),
        Contender(
            name: "hearth-loop", program: "echo-hearth", transport: .ipc, flags: ["--loop"], family: "hearth-loop",
            workloads: [.calls, .halfPeak]),
        Contender(
            name: "libzmq-tcp", program: "echo-zeromq", transport: .tcp, family: "libzmq",
            workloads: [.calls, .streams], fields: [.tcp]),
        Contender(
            name: "hearth-pool-tcp", program: "echo-hearth", transport: .tcp, family: "hearth-pool", fields: [.tcp]),
        Contender(
            name: "hearth-loop-tcp", program: "echo-hearth", transport: .tcp, flags: ["--loop"], family: "hearth-loop",
            workloads: [.calls, .halfPeak], fields: [.tcp]),
        Contender(
            name: "hearth-pool-curve", program: "echo-hearth", transport: .tcp, flags: ["--curve"],
            family: "hearth-curve", fields: [.tcp]),
        Contender(
            name: "grpc-tcp", program: "echo-grpc", transport: .tcp, family: "grpc-swift-2", fields: [.box, .tcp]),
        Contender(name: "grpc-unix", program: "echo-grpc", transport: .unix, family: "grpc-swift-2"),
        Contender(
            name: "grpc-tcp-coalesced", program: "echo-grpc", transport: .tcp, flags: ["--coalesce"],
            family: "grpc-swift-2", fields: [.box, .tcp]),
        Contender(
            name: "grpc-unix-coalesced", program: "echo-grpc", transport: .unix, flags: ["--coalesce"],
            family: "grpc-swift-2"),
    ]

    /// The path of the executable, beside the running one.
    var path: String {
        URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: program)
            .path
    }

    /// The endpoint for a new server; the server reports the actual one.
    func endpoint(in folder: String) -> String {
        switch transport {
        case .ipc: "ipc://\(folder)/\(name).sock"
        case .unix: "\(folder)/\(name).sock"
        case .tcp: family == "libzmq" ? "tcp://127.0.0.1:*" : "tcp"
        }
    }
}
