import EchoControl
import Foundation

/// Very many calls on one connection: nothing may grow, stay open or get lost.
struct Soak {
    let contender: Contender
    let folder: String
    let calls: Int

    /// Many parts, as the client keeps the latencies of each until it is over.
    private static let (parts, partsARow, inFlight) = (100, 5, 64)
    /// By how much more a process may hold at most in the second half than in the first, in KiB.
    private static let slack = 4_096

    /// What a process holds.
    private struct Holding {
        /// Memory of its own (RssAnon), in KiB.
        let memory: Int
        let descriptors: Int

        init(_ process: Int32) throws {
            let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
            memory = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        }
    }

    /// Makes the calls and prints what both processes hold meanwhile.
    ///
    /// - Throws: `EchoFailure` that names what has grown or is missing.
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

    /// Nothing is lost, dropped or left over.
    private func check(_ stats: EchoStats, _ drops: EchoDrops) throws {
        print("The server began \(stats.calls) calls; \(stats.failures) failed or refused, \(stats.openCalls) open.")
        print("The client still keeps \(stats.pendingCalls); the server dropped \(drops.slowPeers) slow peers.")
        // The first call of all was made before the driver asked for any, and the one that asks is open.
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
