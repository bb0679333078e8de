import EchoControl
import Foundation

/// A very large number of calls on one connection: no resource may grow, stay open or leak.
struct Soak {
    let contender: Contender
    let folder: String
    let calls: Int

    /// Split into parts, as the client keeps the latencies of each until its end.
    private static let (parts, partsARow, inFlight) = (100, 5, 64)
    /// The tolerated growth of a process's peak from the first half to the second, in KiB.
    private static let slack = 4_096

    /// A process's resources.
    private struct Holding {
        /// Anonymous memory (RssAnon), in KiB.
        let memory: Int
        let descriptors: Int

        init(_ process: Int32) throws {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            memory = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        }
    }

    /// Makes the calls and prints the resources of both processes meanwhile.
    ///
    /// - Throws: `EchoFailure` that names the growth or the loss.
    func run() throws {
        let pair = try EchoPair(contender, folder: folder)
        print("| calls | client KiB | server KiB | client descriptors | server descriptors |")
        print("| --- | --- | --- | --- | --- |")
        var (clients, servers): ([Holding], [Holding]) = ([], [])
        for part in 1...Self.parts {
            try pair.run(.calls, calls / Self.parts, Self.inFlight, bytes: EchoControl.payloadBytes)
            let (client, server) = (try Holding(pair.processes.client), try Holding(pair.processes.server))
            clients.append(client)
            servers.append(server)
            let figures = [client.memory, server.memory, client.descriptors, server.descriptors].map { "\($0)" }
            guard part % Self.partsARow == 0 else { continue }
            print("| \(calls / Self.parts * part) | \(figures.joined(separator: " | ")) |")
        }
        let (stats, drops) = (try pair.stats(), try pair.drops())
        try pair.stop()
        try check("client", clients)
        try check("server", servers)
        guard let stats, let drops else { throw EchoFailure(reason: "the client or the server does not count") }
        try check(stats, drops)
    }

    /// Checks that no call is lost, dropped or pending.
    private func check(_ stats: EchoStats, _ drops: EchoDrops) throws {
        print("The server began \(stats.calls) calls; \(stats.failures) failed or refused, \(stats.openCalls) open.")
        print("The client still keeps \(stats.pendingCalls); the server dropped \(drops.slowPeers) slow peers.")
        // The very first call was made before the driver's, and the `stats` call itself is open.
        let made = UInt64(calls / Self.parts * Self.parts + 1)
        guard stats.calls == made, stats.failures == 0, stats.openCalls <= 1 else {
            throw EchoFailure(reason: "of \(made) calls some are missing, failed or still open")
        }
        guard stats.pendingCalls == 0 else {
            throw EchoFailure(reason: "the client keeps \(stats.pendingCalls) calls that have ended")
        }
        guard drops.slowPeers == 0, drops.others == 0 else {
            throw EchoFailure(
                reason: "the server's sockets dropped \(drops.slowPeers) slow peers and \(drops.others) others")
        }
    }

    private func check(_ name: String, _ holdings: [Holding]) throws {
        func most(_ value: (Holding) -> Int, in half: ArraySlice<Holding>) -> Int { half.map(value).max() ?? 0 }
        let (early, late) = (holdings[..<(Self.parts / 2)], holdings[(Self.parts / 2)...])
        let (before, after) = (most(\.memory, in: early), most(\.memory, in: late))
        guard after <= before + Self.slack else {
            throw EchoFailure(reason: "the \(name)'s memory grew from \(before) to \(after) KiB")
        }
        guard most(\.descriptors, in: late) <= most(\.descriptors, in: early) else {
            throw EchoFailure(reason: "the \(name)'s descriptors grew")
        }
    }
}
