import Access
import Foundation
import HearthModel
import RPC
import RPCZeroMQ
import SchemaTool
import ServiceKit
import Synchronization
import TestSupport
import Testing

/// Every method of the real executables, called by a real client.
@Suite(.tags(.integration), .serialized)
struct AllMethodsTests {
    /// With HEARTH_RECORD=FILE the frames are written there: that is how `protocols/released/household.json` is made. With
    /// HEARTH_EXECUTABLES=DIRECTORY some of the services are of another build: that is scripts/upgrade-drill.
    @Test
    func `every method responds`() async throws {
        try await RealCluster.with { cluster in
            let tmdb = try FakeTMDB()
            defer { tmdb.stop() }
            let films = try FakeMediaServer()
            defer { films.stop() }
            let configuration =
                RealCluster.configuration(of: "metadata-gateway", tmdb.settings)
                + RealCluster.configuration(of: "downloads", films.settings)
            try await cluster.up(
                "--config", try cluster.directory.write(configuration, to: "tour.yaml"),
                variables: ["HEARTH_CHAOS_DIRECTORY": cluster.directory.path("chaos")])
            let files = AllMethodsScenario.Files(
                playlist: try cluster.directory.write(films.playlist(ScenarioFiles.playlist), to: "list.m3u"),
                guide: try cluster.directory.write(ScenarioFiles.guide, to: "guide.xml"),
                links: try cluster.directory.write(ScenarioFiles.links, to: "links.txt"))
            let node = try ZeroMQNode.start(name: "tour")
            let tape = FrameRecorder()
            var channels: [String: any RPCChannel] = [:]
            for service in ServiceManifest.processes.map(\.name) {
                channels[service] = try await ZeroMQChannel.connect(
                    to: .ipc(path: cluster.paths.socket(of: service)), name: "tour", target: service, node: node,
                    runtime: SystemRuntime.shared, pathPrefix: ServicePaths.socketPrefix,
                    onFrame: { tape.note($1, isFromClient: $0 == .sent, service) })
            }
            let key = try #require(try OwnerKey.load(in: cluster.run))
            let scenario = AllMethodsScenario(proof: Data(key.bytes), files: files) { [channels] in
                try #require(channels[$0])
            }
            try await scenario.play()
            await node.shutDown()
            let methods = Contract.all.flatMap { $0.service.requests.map { $0.fullMethod } }
            #expect(
                Set(methods).subtracting(scenario.called) == scenario.absent,
                "the tour leaves out a method that is there: give it a line in AllMethodsScenario")
            let isMixed = ProcessInfo.processInfo.environment["HEARTH_EXECUTABLES"] != nil
            #expect(isMixed || scenario.absent == [], "a method has no handler")
            guard let path = ProcessInfo.processInfo.environment["HEARTH_RECORD"] else { return }
            let about = """
                What a client and the executables of the release said to each other (AllMethodsScenarioTests.swift). Its keys and tokens are \
                those of a household that was gone when it ended.
                """
            let recording = HouseholdRecording(
                about: about,
                files: [
                    files.playlist: ScenarioFiles.playlist, files.guide: ScenarioFiles.guide,
                    files.links: ScenarioFiles.links,
                ],
                frames: tape.frames)
            try Data(try recording.json().utf8).write(to: URL(fileURLWithPath: path))
        }
    }
}

/// Frames of several connections, in the order in which they passed.
private final class FrameRecorder: Sendable {
    private let state = Mutex<[HouseholdRecording.Frame]>([])

    var frames: [HouseholdRecording.Frame] { state.withLock { $0 } }

    func note(_ bytes: UnsafeRawBufferPointer, isFromClient: Bool, _ service: String) {
        let frame = HouseholdRecording.Frame(service: service, isFromClient: isFromClient, bytes: Array(bytes))
        state.withLock { $0.append(frame) }
    }
}
