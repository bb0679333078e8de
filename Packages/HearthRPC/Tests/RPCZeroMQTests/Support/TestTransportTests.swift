import Foundation
import RPC
import RPCTesting
import Testing

/// What other packages test their services with.
@Suite struct TestTransportTests {
    @Test(arguments: RPCTestTransport.allCases) func `a body is lent a channel, and nothing is left of it`(
        _ transport: RPCTestTransport
    ) async throws {
        var lent: (any RPCChannel)?
        try await transport.run(try HandlerLog().server()) { channel in
            let found = try await RPCClient<LookupService>(channel).send(LookupService.Lookup(text: "a"))
            #expect(found.text == "a")
            lent = channel
        }
        let late = try #require(lent)
        await #expect(throws: RPCError.self) {
            try await RPCClient<LookupService>(late).send(LookupService.Lookup(text: "b"))
        }
    }

    @Test(arguments: RPCTestTransport.allCases) func `what the body throws is thrown`(
        _ transport: RPCTestTransport
    ) async throws {
        struct Failed: Error {}
        await #expect(throws: Failed.self) {
            try await transport.run(try HandlerLog().server()) { _ in throw Failed() }
        }
    }
}
