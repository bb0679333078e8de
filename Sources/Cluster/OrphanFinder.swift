internal import Foundation
internal import Glibc
package import RPC
internal import ServiceKit

/// A service that still runs although the supervisor that started it has ended.
public struct OrphanProcess: Sendable, Hashable {
    /// The service.
    public let service: String
    /// Its process.
    public let process: Int32
    /// When the process started, in ticks since boot: together with its ID it identifies a process uniquely.
    let began: UInt64
}

/// Finds services that a dead supervisor left running in a cluster's directories, and terminates them.
///
/// A service exits by itself when its supervisor does. One that was stopped (SIGSTOP), or of an older build, does not.
package struct OrphanFinder: Sendable {
    private let plan: ClusterPlan
    private let runtime: any Runtime

    private static let pollInterval = Duration.milliseconds(20)
    /// How long a process may take to end after SIGKILL before it is abandoned: its disk hangs then.
    private static let killTime = Duration.seconds(5)

    /// Finds the orphans of a plan's directories.
    package init(plan: ClusterPlan, runtime: any Runtime) { (self.plan, self.runtime) = (plan, runtime) }

    /// The orphans. The caller must hold the directories' locks, or know that their supervisor has ended.
    package func find() -> [OrphanProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap(leftover).sorted { $0.service < $1.service }
    }

    /// Terminates orphans: with SIGTERM, and with SIGKILL when they have not ended within `grace`.
    ///
    /// - Returns: those that still run.
    package func end(_ leftovers: [OrphanProcess], within grace: Duration) async -> [OrphanProcess] {
        for leftover in leftovers {
            send(SIGTERM, to: leftover)
            // A stopped process handles no signal until SIGCONT.
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
        // A process with a living parent has a supervisor.
        let prefix = "\(ParentProcess.variable)="
        guard let parent = ProcessStat.words(process, "environ").first(where: { $0.hasPrefix(prefix) }),
            Int32(parent.dropFirst(prefix.count)) != facts.parent
        else { return nil }
        return OrphanProcess(service: service, process: process, began: facts.began)
    }

    /// Whether a command line contains one of the cluster's directories.
    private func isHere(_ arguments: [String]) -> Bool {
        zip(arguments, arguments.dropFirst()).contains { name, value in
            name == "--run" && value == plan.runDirectory || name == "--data" && value == plan.dataDirectory
        }
    }
}

/// The data of a process in /proc: proc(5).
package struct ProcessStat: Sendable {
    /// The parent process, or its adopter.
    let parent: Int32
    /// When it started, in ticks since boot.
    package let began: UInt64
    /// It has ended and has not been waited for.
    let isZombie: Bool
    /// It is stopped, by SIGSTOP for example.
    package let isStopped: Bool

    /// Reads the data; nil when there is no such process.
    package init?(_ process: Int32) {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        // The second field is the name in parentheses, which may contain parentheses and spaces.
        let fields = String(decoding: data, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        // Fields 3 (state), 4 (parent) and 22 (start).
        guard fields.count > 19, let parent = Int32(fields[1]), let began = UInt64(fields[19]) else { return nil }
        (self.parent, self.began) = (parent, began)
        (isZombie, isStopped) = (fields[0] == "Z", fields[0] == "T")
    }

    /// The words of a file with zero-terminated words; none when it is not readable.
    static func words(_ process: Int32, _ file: String) -> [String] {
        guard let data = FileManager.default.contents(atPath: "/proc/\(process)/\(file)") else { return [] }
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The name of a process, for people; nil when there is none.
    static func name(of process: Int32) -> String? {
        words(process, "cmdline").first.map { ($0 as NSString).lastPathComponent }
    }
}
