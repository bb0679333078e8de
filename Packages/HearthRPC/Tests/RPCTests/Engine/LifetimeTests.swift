import RPC
import RPCInProcess
import Testing

@Suite struct LifetimeTests {
    /// Keeping the end of a stream keeps alive neither the client nor its loop.
    @Test func `a closed client is let go of, also by the streams that it made`() async throws {
        try await TestRuntime.simulation.run { fixture in
            let (stream, client) = Self.streamOfClosedClient(fixture)
            try await fixture.runtime.sleep(for: .seconds(1))
            #expect(client.channel == nil)
            await #expect(throws: RPCError.self) { try await stream.next() }
        }
    }

    private struct Traces: Sendable {
        weak let channel: ClientEngine?
    }

    private static func streamOfClosedClient(_ fixture: EchoFixture) -> (EncodedStream, Traces) {
        let client = InProcessClient(fixture.host)
        let call = EncodedCall(
            method: MethodDescriptor.of(Echo.Repeat.self), body: [], deadline: .distantFuture,
            trace: .root(runtime: fixture.runtime))
        let stream = client.channel.stream(call)
        client.close()
        return (stream, Traces(channel: client.channel))
    }
}
