internal import Foundation
internal import Glibc
internal import RPC
internal import ServiceKit

/// A service that goes on though the supervisor that started it has ended.
public struct OrphanProcess: Sendable, Hashable {
    /// The service.
    public let service: String
    /// Its process.
    public let process: Int32
    /// When the process began, in ticks since the machine's start: with the number, it names a process for good.
    let began: UInt64
}

/// Finds services that a dead supervisor left in a cluster's directories, and ends them.
///
/// A service ends by itself when its supervisor does. One that was stopped (SIGSTOP), or whose build is older, does not.
struct OrphanFinder: Sendable {
    let plan: ClusterPlan
    let runtime: any Runtime

    private static let pollInterval = Duration.milliseconds(20)
    /// How long a process may take to end after SIGKILL before it is left alone: its disk hangs then.
    private static let killTime = Duration.seconds(5)

    /// The services that are there. To be asked by who holds the directories' locks, so that no supervisor lives there.
    func find() -> [OrphanProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(leftover).sorted { $0.service < $1.service }
    }

    /// Ends services: with SIGTERM, and with SIGKILL when that has not ended them within `grace`.
    ///
    /// - Returns: those that are still there.
    func end(_ leftovers: [OrphanProcess], within grace: Duration) async -> [OrphanProcess] {
        for leftover in leftovers {
            send(SIGTERM, to: leftover)
            // A stopped process takes no signal but this.
            send(SIGCONT, to: leftover)
        }
        let left = await wait(for: leftovers, atMost: grace)
        for leftover in left { send(SIGKILL, to: leftover) }
        return left.isEmpty ? [] : await wait(for: left, atMost: Self.killTime)
    }

    private func wait(for leftovers: [OrphanProcess], atMost time: Duration) async -> [OrphanProcess] {
        let end = runtime.now.advanced(by: time)
        var left = leftovers
        while true {
            left = left.filter { ProcessStat($0.process)?.began == $0.began }
            guard !left.isEmpty, runtime.now < end, !Task.isCancelled else { return left }
            do { try await runtime.sleep(for: Self.pollInterval) } catch { return left }
        }
    }

    private func send(_ signal: Int32, to leftover: OrphanProcess) {
        guard ProcessStat(leftover.process)?.began == leftover.began else { return }
        kill(leftover.process, signal)
    }

    private func leftover(_ process: Int32) -> OrphanProcess? {
        guard let facts = ProcessStat(process), !facts.isZombie else { return nil }
        let arguments = ProcessStat.words(process, "cmdline")
        guard let service = arguments.first.map({ ($0 as NSString).lastPathComponent }),
            ServiceSettings.knownServices.contains(service), arguments.contains("--die-with-parent"),
            isHere(arguments)
        else { return nil }
        // One whose parent lives has a supervisor of its own.
        let prefix = "\(ParentProcess.variable)="
        guard let parent = ProcessStat.words(process, "environ").first(where: { $0.hasPrefix(prefix) }),
            Int32(parent.dropFirst(prefix.count)) != facts.parent
        else { return nil }
        return OrphanProcess(service: service, process: process, began: facts.began)
    }

    /// Whether a command line names one of the cluster's directories.
    private func isHere(_ arguments: [String]) -> Bool {
        zip(arguments, arguments.dropFirst()).contains { name, value in
            name == "--run" && value == plan.runDirectory || name == "--data" && value == plan.dataDirectory
        }
    }
}

/// What /proc tells of a process: proc(5).
struct ProcessStat: Sendable {
    /// The process that started it, or took it over.
    let parent: Int32
    /// When it began, in ticks since the machine's start.
    let began: UInt64
    /// It has ended and is still to be waited for.
    let isZombie: Bool

    /// Reads them; nil when there is no such process.
    init?(_ process: Int32) {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        // The second field is the name in brackets, which may hold brackets and spaces.
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        // Fields 3 (state), 4 (parent) and 22 (start).
        guard fields.count > 19, let parent = Int32(fields[1]), let began = UInt64(fields[19]) else { return nil }
        (self.parent, self.began, isZombie) = (parent, began, fields[0] == "Z")
    }

    /// The words of a file in which each ends with a zero; none when it must not be read.
    static func words(_ process: Int32, _ file: String) -> [String] {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") else { return [] }
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What a process is called, for people; nil when there is none.
    static func name(of process: Int32) -> String? {
        words(process, "cmdline").first.map { ($0 as NSString).lastPathComponent }
    }
}
