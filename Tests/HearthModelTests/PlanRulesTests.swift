import HearthModel
import RPC
import Testing

struct PlanRulesTests {
    private func time(_ seconds: Int64) -> WallTime { WallTime(nanosecondsSince1970: seconds * 1_000_000_000) }

    private func viewer(_ plan: String?, until end: Int64? = nil, isBeyondFree: Bool = false) -> Viewer {
        Viewer(
            household: "home", subject: "ada", profile: "ada", role: .adult, policy: .everything, plan: plan,
            planExpires: end, isBeyondFree: isBeyondFree)
    }

    /// The specification's lists, written here a second time.
    @Test func `the table has the features of both plans`() {
        let premium: Set = [
            "downloads", "deviceSync", "personalisedRecommendations", "insights", "statistics", "liveActivities",
            "themes", "moodVisuals", "exportService", "qualityAbove1080p", "moreProfiles", "householdSharing",
        ]
        let free: Set = [
            "playback", "recentStreams", "grouping", "franchises", "search", "summaries", "accessibility", "safety",
            "ownData",
        ]
        let all = FeatureDefinition.all
        #expect(Set(all.filter { !$0.isInFree }.map(\.name.rawValue)) == premium)
        #expect(Set(all.filter(\.isInFree).map(\.name.rawValue)) == free)
        #expect(all.count == premium.count + free.count)
        #expect(all.allSatisfy { $0.help.hasSuffix(".") })
        #expect(all.filter { $0.openDaysAfterEnd != nil }.map(\.name) == [.exportService])
    }

    @Test func `premium has everything until it ends, free what is free, and no other plan more`() {
        for definition in FeatureDefinition.all {
            let name = definition.name
            #expect(viewer("premium").hasFeature(name, at: time(.max / 2_000_000_000)))
            #expect(viewer("premium", until: 100).hasFeature(name, at: time(99)))
            for plan in [nil, "free", "gold", "Premium"] {
                #expect(viewer(plan).hasFeature(name, at: time(0)) == definition.isInFree, "\(name) \(plan ?? "none")")
            }
            let isOpen = definition.isInFree || name == .exportService
            #expect(viewer("premium", until: 100).hasFeature(name, at: time(100)) == isOpen, "\(name)")
            #expect(viewer("free", until: 100).hasFeature(name, at: time(100)) == isOpen, "\(name)")
        }
        // A name that this version does not know is no feature of the free plan.
        #expect(!viewer("free").hasFeature(Feature(rawValue: "later"), at: time(0)))
        #expect(viewer("premium").hasFeature(Feature(rawValue: "later"), at: time(0)))
    }

    @Test func `the export stays open for 30 days after the end`() {
        let end: Int64 = 1_000_000
        let last = end + 30 * 86_400 - 1
        for plan in ["free", "premium"] {
            #expect(viewer(plan, until: end).hasFeature(.exportService, at: time(last)))
            #expect(!viewer(plan, until: end).hasFeature(.exportService, at: time(last + 1)))
        }
        #expect(!viewer("free").hasFeature(.exportService, at: time(last)))
    }

    @Test func `a time that no clock shows overflows nothing`() {
        #expect(viewer("premium", until: .max).hasFeature(.downloads, at: time(1)))
        #expect(!viewer("premium", until: .min).hasFeature(.downloads, at: time(1)))
        #expect(!viewer("free", until: .min).hasFeature(.exportService, at: time(1)))
    }

    @Test func `a profile beyond the free plan's only reads while there is no other plan`() {
        #expect(viewer("free", isBeyondFree: true).isReadOnly(at: time(0)))
        #expect(!viewer("free").isReadOnly(at: time(0)))
        #expect(!viewer("premium", until: 100, isBeyondFree: true).isReadOnly(at: time(99)))
        #expect(viewer("premium", until: 100, isBeyondFree: true).isReadOnly(at: time(100)))
    }

    @Test func `a service on its own behalf needs no plan`() {
        let service = Viewer(
            household: "home", subject: "service:catalog", profile: nil, role: .service, policy: .everything,
            service: "catalog")
        #expect(service.hasFeature(.downloads, at: time(0)) && !service.isReadOnly(at: time(0)))
    }

    @Test func `a method's declaration keeps its callers`() {
        let access = CallAccess.roles("owner").orServices("catalog").needing(.downloads).orReadOnly()
            .withDetails(for: "owner")
        let more = access.orServices("scheduler")
        #expect(more.entitlement == "downloads" && more.permitsReadOnly && more.detailRoles == ["owner"])
        #expect(more.services == ["catalog", "scheduler"] && more.roles == ["owner"])
    }
}
