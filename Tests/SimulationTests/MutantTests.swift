import CatalogFormats
import CatalogRecognition
import CatalogService
import DownloadsService
import Foundation
import HouseholdSimulation
import MetadataGatewayService
import PlaybackStateService
import ProfilesService
import RPC
import ReadingListService
import SchedulerService
import ServiceKit
import Testing

/// Each check is seen to fail: a defect is planted where the protection is, and the check that is for it finds it.
@Suite struct MutantTests {
    /// A defect, the check that must find it, and the plans in which it is looked for.
    struct Mutant: Sendable, CustomTestStringConvertible {
        let defect: Defect
        let check: String
        var size = SimulationPlan.Size.small
        let scenes: [Scenario]
        /// The first seed: close to one that shows it, so that the search is short. When plans are made otherwise, it takes
        /// longer.
        var first: UInt64 = 1
        /// Plans that are run at most.
        var limit = 80

        init(
            _ defect: Defect, _ check: String, _ scenes: [Scenario], size: SimulationPlan.Size = .small,
            from first: UInt64 = 1,
            limit: Int = 80
        ) {
            (self.defect, self.check, self.scenes, self.size) = (defect, check, scenes, size)
            (self.first, self.limit) = (first, limit)
        }

        var testDescription: String { "\(defect.rawValue), by \(check)" }
    }

    /// Those of shards, their keys and their events.
    static let ofShards: [Mutant] = [
        Mutant(.runsNormal, "set-full", [.favourites]), Mutant(.answersEarly, "set-full", [.favourites]),
        Mutant(.forgetsKeys, "exactly-once", [.favourites], from: 32),
        Mutant(.keepsKeyLater, "exactly-once", [.favourites], from: 50),
        Mutant(.movesCursorFirst, "deletion-reaches", [.visitors], from: 21),
        Mutant(.tellsLater, "deletion-reaches", [.visitors]),
        Mutant(.answersEarly, "session-order", [.favourites, .reading]),
        Mutant(.answersEarly, "linearizability", [.settings]),
        Mutant(.forgetsKeys, "total-queue", [.watching], from: 99),
        Mutant(.tellsAgain, "events-once", [.visitors]), Mutant(.stopsFollowing, "events-arrive", [.visitors]),
        Mutant(.sealsDamage, "no-damage-served", [.downloading], from: 45),
        Mutant(.foundsSilently, "absence-refused", [.mislaying]),
        Mutant(.mixesHouseholds, "absence-refused", [.mislaying]),
        Mutant(.absenceErases, "set-full", [.reading]),
        Mutant(.keepsDeleted, "deletion-reaches", [.visitors, .reading, .watching, .programme], size: .medium),
    ]

    /// Those of runs.
    static let ofRuns = [Mutant(.leavesThread, "own-thread", [.favourites])]

    /// Those of calls.
    static let ofCalls: [Mutant] = [
        Mutant(.takesEarlierCalls, "meant-for-this-start", [.favourites, .reading]),
        Mutant(.takesDoubles, "one-message-one-call", [.favourites], from: 20),
        Mutant(.claimsNothingHappened, "outcome-honesty", [.favourites, .reading]),
        Mutant(.retriesUnderNewKey, "exactly-once", [.favourites, .reading], from: 12),
        Mutant(.holdsBackLong, "calm", [.favourites, .reading]),
        Mutant(.retriesPastDeadline, "deadlines", [.favourites, .reading]),
        Mutant(.beginsLate, "deadlines-kept", [.favourites, .reading, .queueing], from: 29, limit: 160),
    ]

    /// Those of the services' own rules.
    static let ofServices: [Mutant] = [
        Mutant(.stampsByWallClock, "set-full", [.watching]), Mutant(.mergesByArrival, "position", [.watching]),
        Mutant(.keepsFurthest, "position", [.watching]), Mutant(.keepsPlaces, "queue-places", [.queueing]),
        Mutant(.refusesLateReports, "reports-taken", [.watching]),
        Mutant(.logsTitles, "logs-tell-nothing", [.favourites]),
        Mutant(.forgetsDeleted, "deletion-reaches", [.visitors]),
        Mutant(.snapshotsForget, "deletion-reaches", [.visitors]),
        Mutant(.savesDoubles, "exactly-once", [.reading]), Mutant(.countsTriesLate, "pin-guard", [.guessing], from: 9),
        Mutant(.locksByWallClock, "pin-guard", [.guessing]), Mutant(.listsEverybodys, "no-foreign-data", [.reading]),
        Mutant(.countsHiddenTitles, "no-forbidden", [.browsing]),
        Mutant(.showsHiddenTitles, "no-forbidden", [.browsing]),
        Mutant(.ignoresErotica, "no-forbidden", [.browsing]),
        Mutant(.booksOverOthers, "no-overlap", [.programme]),
        Mutant(.looksForClashesEarly, "no-overlap", [.programme]),
    ]

    /// Those of what fetches from the internet.
    static let ofFetching: [Mutant] = [
        Mutant(.reservesNothing, "quota-never-exceeded", [.downloading]),
        Mutant(.asksForRoomEarly, "quota-never-exceeded", [.downloading]),
        Mutant(.writesBeyondRoom, "quota-never-exceeded", [.downloading]),
        Mutant(.renamesBeforeSync, "downloads-whole", [.downloading], from: 14),
        Mutant(.marksBeforeSync, "downloads-whole", [.downloading], from: 14, limit: 160),
        Mutant(.mixesVersions, "downloads-whole", [.downloading]),
        Mutant(.completesEarly, "downloads-whole", [.downloading]),
        Mutant(.keepsEncrypted, "downloads-whole", [.downloading]),
        Mutant(.pausesTooLong, "recovery", [.downloading]),
        Mutant(.keepsTrash, "disk-known", [.downloading]), Mutant(.startsTwice, "set-full", [.downloading]),
        Mutant(.givesExpired, "expiry", [.downloading]), Mutant(.findsExpired, "expiry", [.downloading]),
        Mutant(.ignoresPauses, "upstream-manners", [.discovering]),
        Mutant(.asksForEach, "upstream-manners", [.discovering]),
        Mutant(.asksAtWill, "upstream-manners", [.discovering]),
        Mutant(.keepsWishes, "deletion-reaches", [.visitors]), Mutant(.keepsFiles, "deletion-reaches", [.visitors]),
        Mutant(.takesDeletedBack, "deletion-reaches", [.visitors]),
    ]

    @Test(arguments: ofShards) func `a defect of shards is found`(mutant: Mutant) async throws {
        try await find(mutant)
    }

    @Test(arguments: ofRuns) func `a defect of runs is found`(mutant: Mutant) async throws { try await find(mutant) }

    @Test(arguments: ofCalls) func `a defect of calls is found`(mutant: Mutant) async throws { try await find(mutant) }

    @Test(arguments: ofServices) func `a defect of services is found`(mutant: Mutant) async throws {
        try await find(mutant)
    }

    @Test(arguments: ofFetching) func `a defect of fetching is found`(mutant: Mutant) async throws {
        try await find(mutant)
    }

    private func find(_ mutant: Mutant) async throws {
        let seeds = try await Simulation.runOnDedicatedThread {
            try SeedSweep.seedsUntilFound(
                [mutant.defect], check: mutant.check, from: mutant.first, limit: mutant.limit, size: mutant.size,
                about: mutant.scenes)
        }
        #expect(seeds != nil, "no run shows it to \(mutant.check)")
        let text = "\(mutant.defect.rawValue): \(seeds ?? 0) seeds until \(mutant.check)\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}
