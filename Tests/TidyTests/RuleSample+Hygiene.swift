extension RuleSample {
    static let hygiene: [RuleSample] = [
        RuleSample(
            .printing, "Sources/RPC/A.swift", "print(a)\ndebugPrint(a)\noutput.print(a)\nfunc print(a: Int) {}\n",
            breaks: [1, 2]),
        RuleSample(.printing, "Sources/Gateway/Commands/Output.swift", "print(a)\n", breaks: []),
        RuleSample(
            .leftovers, "Sources/RPC/A.swift", "// TODO: later\nlet a = \"TODO\"\nlet todos = 1 // FIXME\n",
            breaks: [1, 3]),
        RuleSample(
            .force, "Tests/RPCTests/A.swift", "try! a()\nlet b = c as! D\ntry? a()\n// try! a()\n", breaks: [1, 2]),
        RuleSample(
            .unsafe, "Sources/RPC/A.swift",
            """
            /// A socket.
            final class A: @unchecked Sendable {}

            /// A socket.
            // Unchecked: only the loop's thread touches it.
            @available(*, deprecated)
            final class B: @unchecked Sendable {}
            nonisolated(unsafe) var c = 1
            nonisolated(unsafe) var d = 1  // written once, before the first thread starts
            """, breaks: [2, 8]),
        RuleSample(
            .locks, "Sources/ServiceKit/A.swift",
            "let a = Mutex(1)\nprivate let b = Mutex(2)\nlet c: Atomic<Int>\nstruct D { private let lock: Mutex<Int> }\n",
            breaks: [1, 3]),
        RuleSample(
            .documentation, "Sources/RPC/A.swift",
            """
            public import CBOR
            public struct A {
                /// The code.
                @inlinable
                public var code: Int
                public let text: String
                let hidden: Int
                // Not a doc comment.
                public init(code: Int) {}
                public static func == (left: A, right: A) -> Bool { true }
                public func encode(to encoder: any Encoder) throws {}
                public internal(set) var count: Int
            }
            """, breaks: [2, 6, 9, 12]),
        RuleSample(
            .documentation, "Sources/Services/Catalog/API/A.swift",
            "/// Finds.\npublic struct Find {\n    public init(text: String) {}\n    public var text: String\n}\n",
            breaks: [4]),
        RuleSample(.documentation, "Sources/Cluster/A.swift", "public struct A {}\n", breaks: []),
        RuleSample(
            .functionLimit, "Sources/RPC/A.swift",
            "func a(\n    b: Int\n) async\n    -> Int\n{\n" + repeated("c()\n", 70) + "}\n",
            breaks: [1]),
        RuleSample(
            .functionLimit, "Sources/RPC/A.swift",
            "protocol A {\n    func a()\n    init(b: Int)\n}\nstruct B {\n" + repeated("let c = 1\n", 90) + "}\n",
            breaks: []),
        RuleSample(
            .functionLimit, "Sources/RPC/A.swift", "let a = A.init(b: 1)\nif a {\n" + repeated("c()\n", 90) + "}\n",
            breaks: []),
        RuleSample(.lineLimit, "Sources/CShardVFS/a.c", repeated("x\n", 401), breaks: [401]),
        RuleSample(.lineLimit, "docs/wire.md", repeated("x\n", 401), breaks: []),
        RuleSample(
            .vocabulary, "Sources/RPC/A.swift",
            "// No" + "body waits.\nlet a = \"an" + "ew\"\nlet whoeverWaits = 1\n", breaks: [1, 2]),
        RuleSample(.vocabulary, "docs/a.md", "Who" + "m it asks.\n", breaks: [1]),
        RuleSample(
            .identifiers, "Tests/RPCTests/A.swift",
            "let desk = 1\n// a desk\nlet oldScenes = \"desk\"\nfunc `at a desk`() {}\nlet (obscene, wished) = (1, 2)\n"
                + "let lens_2 = OutDoor()\nlet outdoor = ListNeighbours()\nlet a = neighbours\n"
                + "let answer = \"answer\"\nlet (lastAnswers, a) = (MovieAnswer(), cards.unanswered)\nfunc reply() {}\n",
            breaks: [1, 3, 6, 6, 8, 9, 10, 11]),
        RuleSample(.identifiers, "Sources/HearthSchema/Tool/FrameVectors.swift", "var scene = 1\n", breaks: []),
        RuleSample(.vocabulary, "Tests/RPCTests/A.swift", "// no" + "body\n", breaks: []),
        RuleSample(
            .serviceNames, "Sources/Gateway/A.swift",
            "a.send(b, to: \"catalog\")\nlet name = \"catalog\"\nA(name: \"downloads\", service: \"downloads\")\n// to: \"catalog\"\n",
            breaks: [1, 3]),
        RuleSample(.serviceNames, "Tests/GatewayTests/A.swift", "a.send(b, to: \"catalog\")\n", breaks: []),
        RuleSample(.machinePaths, "docs/a.md", "in `/wo" + "rk/main`\nhttps://example.org/wo" + "rk/1\n", breaks: [1]),
        RuleSample(.machinePaths, "Sources/RPC/A.swift", "let a = \"/ro" + "ot/.cache\"\n", breaks: [1]),
    ]

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
