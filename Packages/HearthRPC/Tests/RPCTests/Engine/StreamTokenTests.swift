import Testing

@testable import RPC

/// Streams end with their tokens, are renewed, and are ended when rights are taken away. In virtual time.
@Suite struct StreamTokenTests {
    /// Reads a stream to its end; why it ended, and how long after `start`.
    private static func end(
        of items: RPCItems<StreamEcho.Word>, _ fixture: StreamEchoFixture, since start: MonotonicInstant
    ) async -> (error: RPCError?, after: Duration, items: Int) {
        var count = 0
        do throws(RPCError) {
            for try await _ in items { count += 1 }
            return (nil, start.duration(to: fixture.simulation.now), count)
        } catch {
            return (error, start.duration(to: fixture.simulation.now), count)
        }
    }

    @Test(arguments: [false, true]) func `a stream ends when its token does`(mustWait: Bool) async throws {
        try await StreamEchoFixture.run(mustWait: mustWait) { fixture in try await endsWithItsToken(fixture) }
    }

    private func endsWithItsToken(_ fixture: StreamEchoFixture) async throws {
        let (start, life) = (fixture.simulation.now, Duration.seconds(6))
        let options = CallOptions(token: fixture.tokens.token("anna", life: life))
        let items = try await fixture.vigil.stream(StreamEcho.Keep(), options: options)
        let ended = LockedBox<(error: RPCError?, after: Duration, items: Int)?>(nil)
        let reading = fixture.simulation.spawn {
            let end = await Self.end(of: items, fixture, since: start)
            ended.change { $0 = end }
        }
        try await fixture.simulation.sleep(for: .seconds(60))
        reading.cancel()
        let end = try #require(ended.value, "the stream has outlived its token")
        #expect(end.error?.code == .unauthenticated && end.error?.executed == .no)
        #expect(end.items == 1)
        #expect(end.after >= life && end.after < life + .milliseconds(100))
    }

    @Test func `a handler that does not stop sends nothing more`() async throws {
        try await StreamEchoFixture.run(mustWait: false) { fixture in
            let options = CallOptions(token: fixture.tokens.token("anna", life: .seconds(6)))
            let start = fixture.simulation.now
            let items = try await fixture.vigil.stream(StreamEcho.Keep(isDeaf: true), options: options)
            let end = await Self.end(of: items, fixture, since: start)
            #expect(end.error?.code == .unauthenticated)
            #expect(end.items == 1)
        }
    }

    @Test func `a stream with a source of tokens goes on, and its handler's calls have the last one`() async throws {
        try await StreamEchoFixture.run(mustWait: true) { fixture in
            let made = LockedBox<[AccessToken]>([])
            let tokens = TokenSource { () -> TokenLease in
                let token = fixture.tokens.token("anna", life: .seconds(6))
                made.change { $0.append(token) }
                return TokenLease(token, life: .seconds(6))
            }
            let options = CallOptions(tokens: tokens)
            try await fixture.vigil.exchange(StreamEcho.Exchange(), options: options) { writer, items in
                var source = items.makeAsyncIterator()
                for number in 0..<20 {
                    try await writer.write(StreamEcho.Word(text: "\(number)"))
                    #expect(try await source.next()?.text == "\(number)")
                    try await fixture.simulation.sleep(for: .seconds(3))
                }
            }
            // A minute with a token each four seconds, the first one among them.
            #expect((14...16).contains(made.value.count))
            let seen = fixture.seen.value.compactMap(\.self)
            #expect(seen.count == 20)
            #expect(seen.first == made.value.first)
            #expect(Set(seen).count >= 13)
            // It asks for none once the stream has ended.
            let count = made.value.count
            try await fixture.simulation.sleep(for: .seconds(60))
            #expect(made.value.count == count)
        }
    }

    @Test func `an upload ends with its token, and it is not known what it did`() async throws {
        try await StreamEchoFixture.run(mustWait: false) { fixture in
            let options = CallOptions(token: fixture.tokens.token("anna", life: .seconds(6)))
            let error = await #expect(throws: RPCError.self) {
                try await fixture.vigil.send(StreamEcho.Pour(), options: options) { writer in
                    for _ in 0..<60 {
                        try await writer.write(StreamEcho.Word(text: "drop"))
                        try await fixture.simulation.sleep(for: .seconds(1))
                    }
                }
            }
            #expect(error?.code == .unauthenticated)
            #expect(error?.executed == .maybe)
        }
    }

    @Test func `another caller's token, or one that does not hold, ends the stream`() async throws {
        for (name, life, code) in [
            ("bert", Duration.seconds(60), RPCCode.permissionDenied), ("anna", .seconds(-1), .unauthenticated),
        ] {
            try await StreamEchoFixture.run(mustWait: false) { fixture in
                let tokens = LockedBox([
                    fixture.tokens.token("anna", life: .seconds(9)), fixture.tokens.token(name, life: life),
                ])
                let source = TokenSource { () -> TokenLease in
                    var next: AccessToken?
                    tokens.change { next = $0.count > 1 ? $0.removeFirst() : $0.first }
                    return TokenLease(next ?? AccessToken(""), life: .seconds(9))
                }
                let start = fixture.simulation.now
                let items = try await fixture.vigil.stream(StreamEcho.Keep(), options: CallOptions(tokens: source))
                let end = await Self.end(of: items, fixture, since: start)
                #expect(end.error?.code == code)
                #expect(end.after < .seconds(7))
            }
        }
    }

    /// Set back it lengthens nothing; set ahead it ends nothing early, and the next token is judged by it.
    @Test(arguments: [-3_600, 3_600]) func `a clock that is set does not change a stream's end`(
        seconds: Int
    ) async throws {
        try await StreamEchoFixture.run(mustWait: false) { fixture in
            let options = CallOptions(token: fixture.tokens.token("anna", life: .seconds(6)))
            let start = fixture.simulation.now
            let items = try await fixture.vigil.stream(StreamEcho.Keep(), options: options)
            fixture.simulation.spawn {
                try? await fixture.simulation.sleep(for: .seconds(1))
                fixture.simulation.jumpWallClock(by: .seconds(seconds))
            }
            let end = await Self.end(of: items, fixture, since: start)
            #expect(end.error?.code == .unauthenticated)
            #expect(end.after >= .seconds(6) && end.after < .milliseconds(6_100))
        }
    }

    @Test(arguments: [false, true])
    func `a caller whose rights are revoked loses its stream at once, and no other caller does`(
        mustWait: Bool
    ) async throws {
        try await StreamEchoFixture.run(mustWait: mustWait) { fixture in
            func open(_ name: String) async throws -> RPCItems<StreamEcho.Word> {
                let options = CallOptions(token: fixture.tokens.token(name, life: .seconds(600)))
                return try await fixture.vigil.stream(StreamEcho.Keep(), options: options)
            }
            let (anna, bert) = (try await open("anna"), try await open("bert"))
            let start = fixture.simulation.now
            // The calls have come; with waiting the tokens are being verified still, which takes a millisecond.
            try await fixture.simulation.sleep(for: .microseconds(500))
            fixture.server.openStreams.end { $0 as? String == "anna" }
            let end = await Self.end(of: anna, fixture, since: start)
            #expect(end.error?.code == .unauthenticated)
            #expect(end.after < .milliseconds(100))
            let other = await Self.end(of: bert, fixture, since: start)
            #expect(other.after >= .seconds(600))
        }
    }

    @Test(arguments: [false, true]) func `a token that was taken back ends its stream when all are looked at`(
        mustWait: Bool
    ) async throws {
        try await StreamEchoFixture.run(mustWait: mustWait) { fixture in
            let token = fixture.tokens.token("anna", life: .seconds(600))
            let items = try await fixture.vigil.stream(StreamEcho.Keep(), options: CallOptions(token: token))
            let options = CallOptions(token: fixture.tokens.token("anna", life: .seconds(30)))
            let other = try await fixture.vigil.stream(StreamEcho.Keep(), options: options)
            let start = fixture.simulation.now
            try await fixture.simulation.sleep(for: .seconds(1))
            fixture.tokens.takeBack(token)
            fixture.server.openStreams.recheck()
            let end = await Self.end(of: items, fixture, since: start)
            #expect(end.error?.code == .unauthenticated)
            #expect(end.after < .milliseconds(1_100))
            #expect(await Self.end(of: other, fixture, since: start).after >= .seconds(29))
        }
    }

    /// A server ends followed streams whose client sends no next token: with the next connection's token they go on.
    @Test func `what is followed comes back with the next token, and not with one that is refused`() async throws {
        try await StreamEchoFixture.run(mustWait: true) { fixture in
            let requested = LockedBox(0)
            let items = fixture.vigil.follow(StreamEcho.Keep()) { () -> CallOptions in
                requested.change { $0 += 1 }
                // The fourth connection's token, and those after it, have ended.
                return CallOptions(token: fixture.tokens.token("anna", life: .seconds(requested.value > 3 ? -1 : 6)))
            }
            var count = 0
            let error = await #expect(throws: RPCError.self) { for try await _ in items { count += 1 } }
            #expect(error?.code == .unauthenticated)
            #expect(count == 3)
            #expect(requested.value == 4)
        }
    }
}
