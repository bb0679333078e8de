internal import Cluster
internal import Foundation
internal import Glibc
public import RPC
internal import ServiceKit

/// Finds the households of runs that have ended without reverting their faults, reverts these, and removes the households.
///
/// A run that ends by itself or by a signal reverts its faults itself. After kill -9 there can be left: services that are
/// stopped, and so do not notice that their run has ended; file systems in memory, some of them filled; displaced shards,
/// failpoints and copies in the run's directory. Limits of memory and of file sizes end with their processes.
public struct LeftoverRuns: Sendable {
    private let runtime: any Runtime
    /// The directory in which it looks.
    public let temporary: String

    /// How long services may take to end before they are killed.
    private static let grace = Duration.seconds(2)

    /// Looks for runs in a directory for temporary files; by default in this process's own.
    public init(runtime: any Runtime, in temporary: String? = nil) {
        self.runtime = runtime
        let temporary = temporary ?? NSTemporaryDirectory()
        self.temporary = temporary.hasSuffix("/") ? String(temporary.dropLast()) : temporary
    }

    /// Reverts and removes all that dead runs left behind.
    ///
    /// - Returns: what was done; empty when there was no such run.
    public func clean() async -> [LeftoverRun] {
        var runs: [LeftoverRun] = []
        for directory in directories() {
            guard let owner = RunOwner.read(in: directory.path), !owner.isAlive else { continue }
            runs.append(await clean(directory, of: owner))
        }
        return runs
    }

    /// The directories of runs that belong to this user: in a shared directory others may place what looks like one.
    private func directories() -> [ChaosDirectory] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: temporary)) ?? []
        return names.sorted().filter { $0.hasPrefix(ChaosDirectory.namePrefix) }.compactMap { name in
            var facts = stat()
            let path = "\(temporary)/\(name)"
            guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid() else {
                return nil
            }
            return ChaosDirectory(existing: URL(filePath: path).resolvingSymlinksInPath().path)
        }
    }

    private func clean(_ directory: ChaosDirectory, of owner: RunOwner) async -> LeftoverRun {
        var run = LeftoverRun(directory: directory.path, process: owner.process)
        await endServices(of: directory, &run)
        for service in ServiceSettings.knownServices.sorted() {
            let files = FileManager.default
            if files.fileExists(atPath: directory.displacedShard(of: service)) {
                run.done.append("\(service): its shard was displaced; it goes with the run's household")
            }
            if files.fileExists(atPath: directory.filler(of: service)) {
                let isFreed = unlink(directory.filler(of: service)) == 0
                if isFreed { run.done.append("\(service): its disk was full, and is freed") }
            }
            for point in FailPoint.allCases {
                let file = FailPoints.file(of: point, service: service, in: directory.crashes)
                if unlink(file) == 0 { run.done.append("\(service): its failpoint \(point.rawValue) is off") }
            }
        }
        unmount(directory, &run)
        directory.remove()
        if FileManager.default.fileExists(atPath: directory.path) {
            run.left.append("\(directory.path) cannot be removed")
        } else {
            run.done.append("the run's household is removed")
        }
        return run
    }

    /// Continues and ends the services that still run.
    private func endServices(of directory: ChaosDirectory, _ run: inout LeftoverRun) async {
        let plan = ClusterPlan(
            services: [], executables: "", dataDirectory: directory.data, runDirectory: directory.run, drain: .zero)
        let finder = OrphanFinder(plan: plan, runtime: runtime)
        let orphans = finder.find()
        guard !orphans.isEmpty else { return }
        let stopped = Set(orphans.filter { ProcessStat($0.process)?.isStopped == true })
        let alive = await finder.end(orphans, within: Self.grace)
        for orphan in orphans where !alive.contains(orphan) {
            let what = stopped.contains(orphan) ? "was stopped, is continued and has ended" : "has ended"
            run.done.append("\(orphan.service): process \(orphan.process) \(what)")
        }
        for orphan in alive { run.left.append("\(orphan.service): process \(orphan.process) does not end") }
    }

    /// Unmounts the services' file systems in memory.
    private func unmount(_ directory: ChaosDirectory, _ run: inout LeftoverRun) {
        let mounts = Self.mounts(under: directory.path)
        guard !mounts.isEmpty else { return }
        for mount in mounts { ProcessControl.unmount(mount) }
        let rest = Self.mounts(under: directory.path)
        if rest.count < mounts.count {
            run.done.append("\(mounts.count - rest.count) file systems in memory are unmounted")
        }
        for mount in rest { run.left.append("\(mount) cannot be unmounted") }
    }

    /// The mount points below a directory: proc(5), the fifth field of mountinfo.
    private static func mounts(under directory: String) -> [String] {
        let text = (try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count > 4, fields[4].hasPrefix("\(directory)/") else { return nil }
            return String(fields[4])
        }
    }
}
