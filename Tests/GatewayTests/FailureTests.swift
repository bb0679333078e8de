import RPC
import ServiceKit
import Testing

@testable import GatewayCommands

struct FailureTests {
    @Test
    func `an error that came through another service names the process that it is from, and what to do about that one`()
    {
        let error = RPCError(
            .unavailable, "It cannot be reached.", executed: .no, origin: "hearth.metadata.v1.MetadataGateway")
        let failure = GatewayFailure(error, service: "catalog", safety: .readOnly, see: nil)
        #expect(failure.service == "metadata-gateway")
        #expect(failure.advice?.contains("hearth restart metadata-gateway") == true)
        let own = GatewayFailure(
            RPCError(.unavailable, "It cannot be reached.", executed: .no), service: "catalog", safety: .readOnly,
            see: nil)
        #expect(own.service == "catalog")
        #expect(own.advice?.contains("hearth restart catalog") == true)
    }

    @Test(arguments: [
        ("hearth.playback.v1.PlaybackState", "playback-state"), ("Catalog", "catalog"),
        ("ReadingList", "reading-list"),
    ])
    func `processes are called as their contracts and folders are`(contract: String, process: String) {
        #expect(ProcessName.of(contract) == process)
    }
}
