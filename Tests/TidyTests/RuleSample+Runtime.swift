extension RuleSample {
    static let runtime: [RuleSample] = [
        RuleSample(
            .runtime, "Sources/RPC/A.swift",
            "Task { a() }\n_ = Task<Void, Never> { a() }\nTask(priority: .low) { b }\n", breaks: [1, 2, 3]),
        RuleSample(.runtime, "Sources/RPC/A.swift", "Task\n{ a() }\ncall(task: Task { a() })\n", breaks: [1, 3]),
        RuleSample(
            .runtime, "Sources/RPC/A.swift",
            """
            group.addTask { a() }
            try Task.checkCancellation()
            func a() -> Task<Void, Never> { b }
            var task: Task<Void, Never> { b }
            struct SubTask { }
            // Task { a() }
            let a = "Task { a() }"
            """, breaks: []),
        RuleSample(.runtime, "Sources/RPC/A.swift", "let a = \"\\(Date())\"\n", breaks: [1]),
        RuleSample(
            .runtime, "Sources/RPC/A.swift", "let a = Date(timeIntervalSince1970: 0)\nlet b = UUID(uuid: c)\n",
            breaks: []),
        RuleSample(
            .runtime, "Sources/RPC/A.swift", "Task.detached { }\ntry await Task.sleep(for: a)\n", breaks: [1, 2]),
        RuleSample(
            .runtime, "Sources/RPC/A.swift", "ContinuousClock.now\nlet c = SuspendingClock()\nDate.now\nUUID()\n",
            breaks: [1, 2, 3, 4]),
        RuleSample(.runtime, "Sources/RPC/A.swift", "var g = SystemRandomNumberGenerator()\n", breaks: [1]),
        RuleSample(
            .runtime, "Sources/RPC/A.swift",
            "Int.random(in: 0..<(a + b))\nInt.random(\n    in: 0..<1,\n    using: &g)\nBool.random()\nruntime.random()\nlist.shuffled()\nlist.randomElement(using: &g)\n",
            breaks: [1, 5, 7]),
        RuleSample(
            .runtime, "Sources/RPC/A.swift", "clock_gettime(a, &b)\nDispatchQueue.main\nThread.sleep(a)\nusleep(1)\n",
            breaks: [1, 2, 3, 4]),
        RuleSample(.runtime, "Sources/RPC/Runtime/A.swift", "Task { ContinuousClock.now }\n", breaks: []),
        RuleSample(.runtime, "Tests/RPCTests/A.swift", "Task { a() }\n", breaks: []),
        RuleSample(
            .sleeping, "Tests/RPCTests/A.swift", "try await Task.sleep(for: a)\nusleep(1)\nsleep(1)\nThread.sleep(1)\n",
            breaks: [1, 2, 3, 4]),
        RuleSample(.sleeping, "Tests/RPCTests/A.swift", "try await runtime.sleep(for: a)\n// sleep(1)\n", breaks: []),
    ]
}
