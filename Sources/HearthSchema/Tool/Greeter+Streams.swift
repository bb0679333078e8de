internal import RPC

// The example service's streaming methods.
extension Greeter {
    /// One line of a song, or a name.
    struct Line: Codable, Sendable {
        var text: String
    }

    /// Sings a song line by line. Each line has its position, so that a listener can resume.
    struct Sing: RPCServerStream {
        typealias Service = Greeter
        typealias ResponseItem = Line
        static let method = "Sing"
        static let safety = CallSafety.readOnly
        static let generation: UInt64 = 3
        var lines: Int64
        /// The length of each line; absent: unchanged.
        var length: Int64?
    }

    /// Greets all names at once.
    struct GreetAll: RPCClientStream {
        typealias Service = Greeter
        typealias RequestItem = Line
        typealias Response = Greeting
        static let method = "GreetAll"
        static let safety = CallSafety.unsafe
        var greeting: String
    }

    /// Greets each name as it arrives.
    struct GreetEach: RPCBidirectionalStream {
        typealias Service = Greeter
        typealias RequestItem = Line
        typealias ResponseItem = Greeting
        static let method = "GreetEach"
        static let safety = CallSafety.unsafe
        var greeting: String
    }

    static func addStreams(to handlers: inout RPCHandlers<Greeter>) {
        handlers.on(Sing.self) { request, writer, call in
            let last = call.resumeAfter?.generation == Sing.generation ? call.resumeAfter?.sequence : nil
            var sequence = last ?? 0
            while sequence < UInt64(clamping: request.lines) {
                sequence += 1
                let text = request.length.map { String(repeating: "a", count: Int(clamping: $0)) } ?? "Line \(sequence)"
                try await writer.write(
                    Line(text: text), at: StreamPosition(generation: Sing.generation, sequence: sequence))
            }
        }
        handlers.on(GreetAll.self) { request, items, _ in
            var names: [String] = []
            for try await line in items { names.append(line.text) }
            let everybody = names.joined(separator: ", ")
            return Greeting(text: "\(request.greeting.prefix(5)), \(everybody.prefix(20))")
        }
        handlers.on(GreetEach.self) { request, items, writer, _ in
            for try await line in items {
                if line.text.isEmpty { throw RPCError.invalidArgument("text", "is empty") }
                try await writer.write(Greeting(text: "\(request.greeting), \(line.text)"))
            }
        }
    }
}
