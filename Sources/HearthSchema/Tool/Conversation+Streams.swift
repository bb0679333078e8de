internal import RPC

// The scenes with streams.
extension Conversation {
    private var greeter: RPCClient<Greeter> { RPCClient(client) }

    /// Streaming calls, of every shape.
    func streams() async {
        scene = "a stream of the server"
        await expect(lines: 3) { [greeter] in
            var count = 0
            for try await _ in try await greeter.stream(Greeter.Sing(lines: 3)) { count += 1 }
            return count
        }
        scene = "a follower that comes back"
        await expect(lines: 1) { [greeter] in
            var count = 0
            let position = StreamPosition(generation: Greeter.Sing.generation, sequence: 2)
            for try await _ in greeter.follow(Greeter.Sing(lines: 3), after: position) { count += 1 }
            return count
        }
        scene = "a stream of the client"
        await expect(lines: 1) { [greeter] in
            let response = try await greeter.send(Greeter.GreetAll(greeting: "Hello")) { writer in
                for name in ["Ada", "Grace"] { try await writer.write(Greeter.Line(text: name)) }
            }
            return response.text == "Hello, Ada, Grace" ? 1 : 0
        }
        scene = "a stream of both sides"
        await expect(lines: 2) { [greeter] in try await greetEach(greeter, ["Ada", "Grace"]) }
        scene = "a stream that fails"
        await expect(lines: -1) { [greeter] in try await greetEach(greeter, ["Ada", ""]) }
    }

    /// Items through windows that are smaller than they are.
    func largeItems() async {
        scene = "items through a small window"
        await expect(lines: 6) { [greeter] in
            var count = 0
            for try await _ in try await greeter.stream(Greeter.Sing(lines: 6)) { count += 1 }
            return count
        }
        scene = "items in pieces"
        await expect(lines: 2) { [greeter] in
            var count = 0
            for try await _ in try await greeter.stream(Greeter.Sing(lines: 2, length: 100_000)) { count += 1 }
            return count
        }
        scene = "a request in pieces, and items after it"
        await expect(lines: 1) { [greeter] in
            let request = Greeter.GreetAll(greeting: String(repeating: "a", count: 100_000))
            let response = try await greeter.send(request) { writer in
                for _ in 0..<5 { try await writer.write(Greeter.Line(text: String(repeating: "b", count: 40_000))) }
            }
            return response.text == "aaaaa, bbbbbbbbbbbbbbbbbbbb" ? 1 : 0
        }
    }

    /// A stream that for a while has only keepalives, with the counts of earlier items.
    func idleStream() async {
        scene = "a stream that is quiet"
        await expect(lines: 2) { [greeter] in
            try await greetEach(greeter, ["Ada", "Grace"], pause: .milliseconds(1_000))
        }
    }

    private func greetEach(
        _ greeter: RPCClient<Greeter>, _ names: [String], pause: Duration = .zero
    ) async throws -> Int {
        try await greeter.exchange(Greeter.GreetEach(greeting: "Hello")) { [runtime] writer, items in
            var count = 0
            for name in names {
                try await writer.write(Greeter.Line(text: name))
                if try await items.next() != nil { count += 1 }
            }
            if pause > .zero { try await runtime.sleep(for: pause) }
            return count
        }
    }

    /// Records a problem when a scene returns another number of lines; -1 stands for a rejected argument.
    private func expect(lines: Int, _ body: () async throws -> Int) async {
        var found: Int
        do {
            found = try await body()
        } catch {
            let code = (error as? RPCError)?.code
            found = code == .invalidArgument ? -1 : -2
            if found != lines { problems.append("\(scene): \(error)") }
        }
        if found != lines { problems.append("\(scene): \(found) lines instead of \(lines)") }
        // Messages in flight belong to the scene.
        try? await runtime.sleep(for: .milliseconds(50))
    }
}
