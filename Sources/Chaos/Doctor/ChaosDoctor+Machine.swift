internal import Cluster
internal import Foundation
internal import Glibc
public import RPC
internal import ServiceKit
internal import Synchronization

extension ChaosDoctor {
    /// The name of the capability that filling disks needs.
    static let disksName = "disks of their own"

    /// The capabilities to probe on this machine.
    ///
    /// - Parameter executables: the directory of the services' executables.
    public static func machine(executables: String, runtime: any Runtime) -> ChaosDoctor {
        ChaosDoctor(probes: [
            Probe(
                "executables", neededBy: [], means: "every service is in \(executables)"
            ) {
                let there = Set(ClusterPlan.installed(in: executables))
                let missing = ServiceSettings.knownServices.subtracting(there).sorted()
                return missing.isEmpty ? nil : "\(missing.joined(separator: ", ")) not in \(executables)"
            },
            Probe(
                "signals", neededBy: [.kill, .stop, .restart, .storm, .slowStart, .starve],
                means: "processes can be stopped, continued and killed"
            ) { await signals(runtime: runtime) },
            Probe(
                "limits of processes", neededBy: [.memory], means: "prlimit(2) changes the limits of running processes"
            ) { await limits(runtime: runtime) },
            Probe(
                "temporary files", neededBy: [], means: "there is space for the household of a run"
            ) { room() },
            Probe(
                disksName, neededBy: [],
                means: "disk-full fills a file system in memory (tmpfs) that the service's shards are on"
            ) { tmpfs() },
            Probe(
                "loopback", neededBy: FaultKind.allCases.filter(\.isOfNetwork),
                means: "calls to services can pass through the run, which delays, slows, holds and cuts them"
            ) { loopback(runtime: runtime) },
            Probe("control groups", neededBy: [], means: "memory.max could be set; faults use prlimit(2)") {
                cgroups()
            },
            Probe(
                "network namespaces", neededBy: [],
                means: "hosts could be simulated; no fault of this version does that"
            ) {
                namespaces()
            },
            Probe(
                "strace", neededBy: [.syncError], means: "fsync of running processes can be made to fail"
            ) { await strace(runtime: runtime) },
        ])
    }

    /// The minimum of free space for a run's household, in bytes.
    private static let neededBytes: Int64 = 1 << 30

    private static func room() -> String? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: NSTemporaryDirectory())
        guard let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value else {
            return "\(NSTemporaryDirectory()) cannot be inspected"
        }
        return free >= neededBytes
            ? nil : "\(NSTemporaryDirectory()) has \(free >> 20) MiB free, and \(neededBytes >> 20) are needed"
    }

    private static func loopback(runtime: any Runtime) -> String? {
        do {
            _ = try ServiceLink(to: "", runtime: runtime)
            return nil
        } catch {
            return "no port of \(ServiceLink.loopback) can be listened on: \(error)"
        }
    }

    private static func tmpfs() -> String? {
        let fallback = "disk-full takes the file-size limit of the process instead"
        guard let directory = try? ChaosDirectory() else { return "no temporary directory can be made; \(fallback)" }
        defer { directory.remove() }
        do throws(ProcessControl.Refused) {
            try ProcessControl.mountMemory(at: directory.files, bytes: 1 << 20)
            ProcessControl.unmount(directory.files)
            return nil
        } catch {
            return "\(error); \(fallback)"
        }
    }

    private static func cgroups() -> String? {
        let root = "/sys/fs/cgroup"
        guard let text = try? String(contentsOfFile: "\(root)/cgroup.controllers", encoding: .utf8) else {
            return "no cgroup v2 at \(root)"
        }
        guard text.split(whereSeparator: \.isWhitespace).contains("memory") else { return "no memory controller" }
        return access(root, W_OK) == 0 ? nil : "\(root) may not be written"
    }

    private static func namespaces() -> String? {
        guard FileManager.default.fileExists(atPath: "/proc/self/ns/net") else { return "the kernel has none" }
        return geteuid() == 0 ? nil : "they need root"
    }

    // MARK: Probes on a separate process

    private static func signals(runtime: any Runtime) async -> String? {
        await withSleeper(runtime: runtime) { process in
            guard ProcessControl.send(SIGSTOP, to: process) else { return "SIGSTOP is refused" }
            guard await comes(runtime: runtime, { stateLetter(of: process) == "T" }) else {
                return "a stopped process keeps running"
            }
            guard ProcessControl.send(SIGCONT, to: process) else { return "SIGCONT is refused" }
            guard await comes(runtime: runtime, { stateLetter(of: process) != "T" }) else {
                return "a continued process does not resume"
            }
            return nil
        }
    }

    private static func limits(runtime: any Runtime) async -> String? {
        await withSleeper(runtime: runtime) { process in
            do throws(ProcessControl.Refused) {
                try ProcessControl.limit(.addressSpace, of: process, to: 1 << 30)
                try ProcessControl.limit(.addressSpace, of: process, to: nil)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    private static func strace(runtime: any Runtime) async -> String? {
        guard SyncFailures.isInstalled else {
            return "\(SyncFailures.program) is missing; install Debian's package strace"
        }
        return await withSleeper(runtime: runtime) { process in
            // It is traced for as long as nothing else ends it.
            let failures = SyncFailures(process: process, launcher: SubprocessLauncher(), runtime: runtime)
            return await failures.run(for: probePause) ? nil : "the system lets no process trace another one"
        }
    }

    /// Runs `body` with an idle process, and kills it.
    private static func withSleeper(
        runtime: any Runtime, _ body: @escaping @Sendable (Int32) async -> String?
    ) async -> String? {
        let path = "/bin/sleep"
        guard FileManager.default.isExecutableFile(atPath: path) else { return "there is no \(path) to try it on" }
        let (processes, found) = AsyncStream.makeStream(of: RunningProcess.self)
        let command = ServiceCommand(service: "sleep", executable: path, arguments: ["60"])
        return await withTaskGroup(of: String?.self) { group in
            group.addTask {
                let end = await SubprocessLauncher().run(command) {
                    found.yield($0)
                } line: { _ in
                }
                found.finish()
                if case .notStarted(let reason) = end { return reason }
                return nil
            }
            group.addTask {
                for await process in processes {
                    let reason = await body(process.id)
                    process.send(SIGKILL)
                    return reason
                }
                return "no process could be started"
            }
            var reasons: [String] = []
            for await reason in group { if let reason { reasons.append(reason) } }
            return reasons.first
        }
    }

    /// Waits briefly until a condition holds.
    private static func comes(runtime: any Runtime, _ isSo: () -> Bool) async -> Bool {
        for _ in 0..<probeTries {
            if isSo() { return true }
            do { try await runtime.sleep(for: probePause) } catch { return false }
        }
        return false
    }

    private static let probeTries = 200
    private static let probePause = Duration.milliseconds(10)

    /// The scheduler's state of a process (proc(5), the letter after the name).
    private static func stateLetter(of process: Int32) -> Character? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].first { $0 != " " }
    }
}
