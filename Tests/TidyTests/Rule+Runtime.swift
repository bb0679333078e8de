extension Rule {
    /// Tasks, time and chance come from the `Runtime`: that is what lets the real code run under simulation.
    static let runtime = Rule(name: "tasks, time and randomness come from the Runtime") { file in
        guard file.isSwift, file.packagePath.hasPrefix("Sources/"),
            !file.packagePath.hasPrefix("Sources/RPC/Runtime/")
        else {
            return []
        }
        let allowed = RuntimeAllowance.all.filter { file.packagePath.hasPrefix($0.path) }.map(\.token)
        let plain = forbidden.flatMap { token in
            allowed.contains(token) ? [] : file.occurrences(of: token, in: file.code).map { (token, $0) }
        }
        let found = plain + bareTasks(in: file) + randomWithoutSource(in: file)
        return found.map { token, offset in
            file.violation(at: offset, "\(token) outside Sources/RPC/Runtime: take it from the Runtime")
        }
    }

    /// Tests wait for what they await, never for a while.
    static let sleeping = Rule(name: "tests do not sleep") { file in
        guard file.isSwift, file.packagePath.hasPrefix("Tests/") else { return [] }
        return ["Task.sleep", "Thread.sleep", "usleep(", "nanosleep(", "sleep("].flatMap { token in
            file.occurrences(of: token, in: file.code)
                .filter { offset in token != "sleep(" || ![".", "func "].contains { file.code(before: offset, is: $0) }
                }
                .map { file.violation(at: $0, "\(token) in a test: wait for the event itself") }
        }
    }

    private static let forbidden = [
        "Task.detached", "Task.sleep", "Task.immediate", "ContinuousClock", "SuspendingClock",
        "SystemRandomNumberGenerator",
        "Date()", "Date.init()", "Date.now", "UUID()", "UUID.init()", "clock_gettime", "gettimeofday", "time(nil)",
        "DispatchQueue", "DispatchTime", "DispatchSemaphore", "DispatchSource", "Thread.sleep",
        "Thread.detachNewThread",
        "Thread(", "pthread_create", "usleep(", "nanosleep(", "Timer(timeInterval", "Timer(fire",
        "Timer.scheduledTimer", "systemUptime",
        "getrandom(",
        "arc4random",
    ]

    /// `Task { ... }` and `Task(...) { ... }`, with or without type arguments.
    private static func bareTasks(in file: SourceFile) -> [(String, Int)] {
        file.occurrences(of: "Task", in: file.code).compactMap { offset in
            let isType = ["-> ", "extension "].contains { file.code(before: offset, is: $0) }
            let isProperty = file.code(before: offset, is: ": ") && file.code(inLineOf: offset).contains("var ")
            guard !isType, !isProperty, var next = file.codeByte(after: offset + "Task".utf8.count) else { return nil }
            if next.byte == UInt8(ascii: "<") {
                let end = file.end(ofBracket: UInt8(ascii: "<"), UInt8(ascii: ">"), at: next.offset)
                guard let following = file.codeByte(after: end) else { return nil }
                next = following
            }
            return next.byte == UInt8(ascii: "{") || next.byte == UInt8(ascii: "(") ? ("Task {", offset) : nil
        }
    }

    private static func randomWithoutSource(in file: SourceFile) -> [(String, Int)] {
        [".random(", ".randomElement(", ".shuffled(", ".shuffle("].flatMap { token in
            file.occurrences(of: token, in: file.code).compactMap { offset in
                let opening = offset + token.utf8.count - 1
                let end = file.end(ofBracket: UInt8(ascii: "("), UInt8(ascii: ")"), at: opening)
                let arguments = String(decoding: file.code[opening..<end], as: UTF8.self)
                // A runtime's own `random()` is the source that the rule asks for.
                let isSource = token == ".random(" && arguments == "()" && !file.code(before: offset, is: "Bool")
                return isSource || arguments.contains("using:") ? nil : ("\(token) without using:", offset)
            }
        }
    }
}

/// Something that the runtime rule forbids and one place may still say.
struct RuntimeAllowance: Sendable {
    /// What the file's path in its package begins with.
    let path: String
    let token: String
    let reason: String

    static let all: [RuntimeAllowance] = [
        RuntimeAllowance(
            path: "Sources/ServiceKit/Shard/Blocking.swift", token: "DispatchQueue",
            reason:
                "opening and closing a database blocks, which must not happen on the cooperative pool; inline in simulations"
        ),
        RuntimeAllowance(
            path: "Sources/ZeroMQ/Loop/", token: "pthread_create",
            reason: "the one thread that owns the sockets: zmq_poll would block a thread of the cooperative pool"),
        RuntimeAllowance(
            path: "Sources/Basics/DedicatedThread.swift", token: "pthread_create",
            reason:
                "work that blocks, such as libcurl's poll or a log that is not read, must not block the cooperative pool"
        ),
        RuntimeAllowance(
            path: "Sources/ZeroMQ/Loop/", token: "clock_gettime",
            reason: "the loop's timers run on its own thread; ZeroMQ stands below RPC and cannot import its Runtime"),
    ]
}
