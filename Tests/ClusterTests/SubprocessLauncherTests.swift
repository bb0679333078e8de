import Cluster
import Foundation
import Synchronization
import Testing

struct SubprocessLauncherTests {
    private func run(
        _ script: String, environment: [String: String] = [:],
        started: @escaping @Sendable (RunningProcess) -> Void = { _ in },
        line: @escaping @Sendable (String) -> Void = { _ in }
    ) async -> ProcessTermination {
        await SubprocessLauncher(environment: environment).run(
            ServiceCommand(service: "test", executable: "/bin/sh", arguments: ["-c", script]), started: started,
            line: line)
    }

    @Test
    func `exit codes and signals are told apart`() async {
        #expect(await run("exit 0") == .exited(0))
        #expect(await run("exit 78") == .exited(78))
        #expect(await run("kill -9 $$") == .signalled(9))
    }

    @Test
    func `a missing executable is an end, not a crash`() async {
        let end = await SubprocessLauncher().run(
            ServiceCommand(service: "test", executable: "/nowhere/catalog", arguments: [])
        ) { _ in
        } line: { _ in
        }
        guard case .notStarted = end else { return #expect(Bool(false), "it ended with \(end)") }
    }

    @Test
    func `both outputs are read to their end, line by line`() async {
        let lines = Record<String>()
        let end = await run("echo one; echo two >&2; printf 'three\\r\\n'; printf four") { _ in
        } line: {
            lines.add($0)
        }
        #expect(end == .exited(0))
        #expect(lines.all.sorted() == ["four", "one", "three", "two"])
    }

    @Test
    func `a line without end is handed on in pieces`() async {
        let lines = Record<Int>()
        _ = await run("head -c 300000 /dev/zero | tr '\\0' x") { _ in
        } line: {
            lines.add($0.utf8.count)
        }
        #expect(lines.all.reduce(0, +) == 300_000)
        #expect(lines.all.allSatisfy { $0 <= 64 << 10 })
    }

    @Test
    func `a process has a group of its own, nothing of ours but the standard descriptors, and the given variables`()
        async
    {
        let lines = Record<String>()
        // Field 5 of /proc/PID/stat is the process group.
        _ = await run(
            "echo group $(cut -d' ' -f5 /proc/$$/stat) self $$; echo files $(ls /proc/$$/fd | wc -l); echo $HEARTH_X",
            environment: ["HEARTH_X": "given"]
        ) { _ in
        } line: {
            lines.add($0)
        }
        let words = (lines.all.first ?? "").split(separator: " ").map(String.init)
        #expect(words.count == 4 && words[1] == words[3])
        #expect(lines.all.dropFirst().first == "files 3" || lines.all.dropFirst().first == "files 4")
        #expect(lines.all.last == "given")
    }

    @Test
    func `a variable that is not to be inherited is not, unless it is given`() async {
        let lines = Record<String>()
        // A variable that every process of a test has.
        let launcher = SubprocessLauncher(environment: ["HEARTH_X": "given"], without: ["PATH", "HEARTH_X"])
        let end = await launcher.run(
            ServiceCommand(
                service: "test", executable: "/usr/bin/env", arguments: [])
        ) { _ in
        } line: {
            lines.add($0)
        }
        #expect(end == .exited(0) && ProcessInfo.processInfo.environment["PATH"] != nil)
        #expect(lines.all.contains("HEARTH_X=given") && !lines.all.contains { $0.hasPrefix("PATH=") })
    }

    @Test
    func `a signal reaches the process`() async {
        let end = await run("echo ready; exec tail -f /dev/null") { process in process.send(15) }
        #expect(end == .signalled(15))
    }
}
