internal import Cluster
internal import Glibc
internal import RPC

/// Lets every fsync of a running process fail with EIO, as a dying disk does: by strace(1), from outside.
struct SyncFailures: Sendable {
    let process: Int32
    let launcher: any ProcessLauncher
    let runtime: any Runtime

    /// The tracing program.
    static let program = "/usr/bin/strace"

    /// Whether the machine has it.
    static var isInstalled: Bool { access(program, X_OK) == 0 }

    /// How long it may take until a process is traced.
    private static let patience = Duration.seconds(10)
    private static let poll = Duration.milliseconds(10)

    /// Traces the process for a while, or until it ends.
    ///
    /// - Returns: whether the process could be traced.
    func run(for span: Duration) async -> Bool {
        let (tracers, found) = AsyncStream.makeStream(of: RunningProcess.self)
        let command = ServiceCommand(
            service: "strace", executable: Self.program,
            arguments: [
                "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO",
                "-p", "\(process)",
            ])
        return await withTaskGroup(of: Bool?.self) { group in
            group.addTask {
                _ = await launcher.run(command) {
                    found.yield($0)
                } line: { _ in
                }
                found.finish()
                return nil
            }
            group.addTask {
                let isTraced = await comesToBeTraced()
                if isTraced { try? await runtime.sleep(for: span) }
                // It lets go of the process, which runs on.
                for await tracer in tracers {
                    tracer.send(SIGTERM)
                    break
                }
                return isTraced
            }
            var isTraced = false
            for await part in group {
                // The tracer ends with the process.
                if part == nil { group.cancelAll() }
                isTraced = part ?? isTraced
            }
            return isTraced
        }
    }

    /// Waits until the kernel names a tracer of the process.
    private func comesToBeTraced() async -> Bool {
        let end = runtime.now.advanced(by: Self.patience)
        while runtime.now < end {
            guard let status = ProcessControl.status(of: process, "TracerPid") else { return false }
            if status != "0" { return true }
            do { try await runtime.sleep(for: Self.poll) } catch { return false }
        }
        return false
    }
}
