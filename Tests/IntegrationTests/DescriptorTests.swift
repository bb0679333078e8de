import Foundation
import Glibc
import ServiceKit
import Subprocess
import TestSupport
import Testing

/// Strangers who connect until a service has no descriptor left. libzmq 4.3.4 ends a process that cannot take a connection in
/// (an assertion in its `ipc_listener.cpp`), so that this is a kill whose moment others choose.
@Suite(.tags(.integration), .serialized)
struct DescriptorTests {
    /// Descriptors beyond those that it has when the strangers come.
    private static let spare = 8

    @Test
    func `is started again; no acknowledged write is lost or done twice, none that failed has happened`() async throws {
        try await RealCluster.with { cluster in
            try await cluster.up("--restart-limit", "0", "--restart-wait", "0.1")
            try await HouseholdClients.with(of: cluster) { clients in
                let drill = try await KillWorkload(cluster, clients)
                try await drill.run(times: 1) { service in
                    let process = try cluster.process(of: service)
                    try await limitDescriptors(of: process)
                    let strangers = IdleConnections(path: cluster.paths.socket(of: service))
                    try await cluster.until("\(service) has no descriptor left") {
                        strangers.connect(count: 2 * Self.spare)
                        return !RealCluster.isAlive(process)
                    }
                    try await cluster.waitForSuccessor(of: process, service)
                }
                let faults = try await drill.faults()
                #expect(faults == [])
            }
        }
    }

    /// Leaves a process hardly more descriptors than it has open. By the command: Swift's Glibc does not have the function.
    private func limitDescriptors(of process: Int32) async throws {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        let limit = open + Self.spare
        let result = try await Subprocess.run(
            .name("prlimit"), arguments: ["--pid", "\(process)", "--nofile=\(limit):\(limit)"], output: .discarded)
        try #require(result.terminationStatus.isSuccess)
    }
}

/// Connections to a socket file that say nothing; they are closed when this is released.
private final class IdleConnections {
    private let path: String
    private var descriptors: [Int32] = []

    init(path: String) { self.path = path }

    deinit { for descriptor in descriptors { close(descriptor) } }

    /// Connects so many times more. What is refused is no failure: the service may be gone.
    func connect(count: Int) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        for _ in 0..<count {
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            guard descriptor >= 0 else { return }
            descriptors.append(descriptor)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
    }
}
