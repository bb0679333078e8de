import Access
import HearthModel
import RPC
import SchemaTool
import ServiceKit
import TestSupport
import Testing

/// Every method of every contract, asked by every kind of caller: what its declaration comes to is compared with a table that
/// is written a second time, by hand. A method that is not in the table is for any person's token, and for no service.
struct AccessMatrixTests {
    /// `service | who | methods`: `open`, `operator`, `owner`, `adults` (who include the owner), `by SERVICES` for services on
    /// their own behalf, `needs FEATURE` for a plan.
    private static let table = """
        sys.v1.Sys | open | Ping GetInfo GetHealth
        sys.v1.Sys | operator | GetStats Drain WatchHealth GetPeers ListCalls GetTraces SetLogLevel InjectFault
        sys.v1.Sys | operator | ListFaults ClearFaults GetSpans GetMetrics
        hearth.kit.v1.Backup | operator | CopyShard
        hearth.kit.v1.Quarantine | owner | ListQuarantined ConfirmAbsence
        hearth.profiles.v1.Profiles | open | LocalOwner CreateHousehold ApplyStoreNotification AcceptInvitation
        hearth.profiles.v1.Profiles | open | RefreshSession StartPairing PollPairing SignInWithApple
        hearth.profiles.v1.Profiles | owner | SetHouseholdOptions RestoreProfile SetRelock DeleteHousehold KeepHousehold
        hearth.profiles.v1.Profiles | owner | InviteMember RevokeInvitation DisableMember EnableMember RemoveMember
        hearth.profiles.v1.Profiles | owner | HandOnOwnership
        hearth.profiles.v1.Profiles | adults | LeaveHousehold
        hearth.profiles.v1.Profiles | needs householdSharing | InviteMember
        hearth.profiles.v1.Profiles | needs deviceSync | PullChanges PullEverything PushChanges WatchChanges
        hearth.profiles.v1.Profiles | needs deviceSync | ReverseConflict
        hearth.profiles.v1.Profiles | adults | ListMembers ListInvitations ChangeMember SetLimits ConfirmPIN
        hearth.profiles.v1.Profiles | adults | ListDevices RenameDevice DisableDevice EnableDevice SignOutEverywhere
        hearth.profiles.v1.Profiles | adults | GetPairing ApprovePairing DenyPairing LinkApple UnlinkApple
        hearth.profiles.v1.Profiles | adults | GetViewingRules SetViewingRules
        hearth.profiles.v1.Profiles | adults | SetPIN CreateProfile RenameProfile DeleteProfile AnswerAdultPrompt
        hearth.profiles.v1.Profiles | adults | RedeemTransaction
        hearth.profiles.v1.Profiles | operator | FollowEvents
        hearth.profiles.v1.Profiles | by catalog downloads metadata-gateway playback-state reading-list scheduler | GetKeys FollowEvents
        hearth.catalog.v1.Catalog | adults | ImportPlaylist ImportGuide GetImport FollowImport CancelImport
        hearth.catalog.v1.Catalog | adults | ListSources FollowImports
        hearth.catalog.v1.Catalog | adults | AddSource UpdateSource RefreshSource UndoImport RemoveSource
        hearth.catalog.v1.Catalog | adults | CorrectTitle JoinTitles SplitTitle PinTitle ListCorrections TakeBackCorrection
        hearth.catalog.v1.Catalog | adults | ListGuideChannels PreviewViewingRules ExplainPolicy SetEpisodeOrder
        hearth.catalog.v1.Catalog | operator | FollowEvents
        hearth.catalog.v1.Catalog | by downloads playback-state profiles scheduler | FollowEvents
        hearth.catalog.v1.Catalog | by downloads playback-state profiles reading-list scheduler | GetCards
        hearth.catalog.v1.Catalog | by downloads | ResolveStream ReportStream
        hearth.downloads.v1.Downloads | needs downloads | Start Resume Retry
        hearth.downloads.v1.Downloads | operator | NoteWatched
        hearth.downloads.v1.Downloads | by playback-state | NoteWatched
        hearth.playback.v1.PlaybackState | adults | GetWeeklyReport GrantScreenTime
        hearth.playback.v1.PlaybackState | adults | GetWeeklyReport GetBuffering
        hearth.playback.v1.PlaybackState | needs deviceSync | PullChanges PullEverything PushChanges WatchChanges
        hearth.playback.v1.PlaybackState | needs deviceSync | ReverseConflict
        hearth.readinglist.v1.ReadingList | adults | ImportLinks GetLinkImport FollowLinkImport CancelLinkImport
        hearth.metadata.v1.MetadataGateway | adults | SearchTitles ListTitles GetMovie GetShow GetGenres GetConfiguration
        hearth.metadata.v1.MetadataGateway | adults | GetSourceStatus GetSeason GetSeasonMarks GetEpisodeGroup
        hearth.metadata.v1.MetadataGateway | by catalog reading-list scheduler | SearchTitles ListTitles GetMovie GetShow
        hearth.metadata.v1.MetadataGateway | by catalog reading-list scheduler | GetGenres GetConfiguration GetSourceStatus
        hearth.metadata.v1.MetadataGateway | by catalog reading-list scheduler | GetSeason GetSeasonMarks GetImage GetEpisodeGroup
        hearth.metadata.v1.MetadataGateway | by profiles scheduler | GetCards
        """

    /// The rows of a method: who may call it.
    private static let rules: [String: Set<String>] = {
        var rules: [String: Set<String>] = [:]
        for line in table.split(separator: "\n") {
            let cells = line.split(separator: "|").map { $0.split(separator: " ").map(String.init) }
            for method in cells[2] {
                rules["\(cells[0][0])/\(method)", default: []].insert(cells[1].joined(separator: " "))
            }
        }
        return rules
    }()

    /// The code that a person of a role gets, by the table.
    private static func code(of method: String, for role: Role) -> RPCCode? {
        let rows = rules[method] ?? []
        let roles: [String: Set<Role>] = [
            "operator": [.operator, .owner], "owner": [.owner], "adults": [.owner, .adult],
        ]
        let allowed = rows.compactMap { roles[$0] }
        return allowed.isEmpty || allowed.contains { $0.contains(role) } ? nil : .permissionDenied
    }

    private static func isForService(_ name: String, _ method: String) -> Bool {
        (rules[method] ?? []).contains {
            $0.hasPrefix("by ") && $0.split(separator: " ").dropFirst().contains(name[...])
        }
    }

    private static let methods: [any RPCMethod.Type] = Contract.all.flatMap { $0.service.requests }

    private static func descriptor<Request: RPCMethod>(_ request: Request.Type) -> MethodDescriptor { .of(request) }

    /// What a method's call with a token is refused with; nil when it is admitted.
    private func refusal(
        of method: MethodDescriptor, _ token: AccessToken?, by interceptor: AuthenticationInterceptor
    ) async -> RPCCode? {
        let runtime = SystemRuntime.shared
        var call = ServerCall(
            method: method, deadline: .distantFuture, received: runtime.now, token: token,
            trace: .root(runtime: runtime))
        do {
            try await interceptor.check(&call)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `the table names methods that there are, and the features that they need`() {
        let names = Set(Self.methods.map { $0.fullMethod })
        #expect(Set(Self.rules.keys).subtracting(names).isEmpty)
        for method in Self.methods {
            let needed = (Self.rules[method.fullMethod] ?? []).filter { $0.hasPrefix("needs ") }.map { $0.dropFirst(6) }
            #expect(method.access.entitlement.map { [$0[...]] } ?? [] == needed, "\(method.fullMethod)")
            if let name = method.access.entitlement {
                #expect(FeatureDefinition.of(Feature(rawValue: name))?.isInFree == false, "\(method.fullMethod)")
            }
        }
    }

    @Test func `each method admits the callers that the table names`() async throws {
        let runtime = SystemRuntime.shared
        let people = try SigningKey(authority: .people, households: nil, runtime: runtime)
        let stranger = try SigningKey(authority: .people, households: nil, runtime: runtime)
        let services = try ServiceManifest.all.map {
            try SigningKey(authority: .service($0.name), households: nil, runtime: runtime)
        }
        let verifier = TokenVerifier(keys: ([people] + services).map(\.publicKey), runtime: runtime)
        let interceptor = AuthenticationInterceptor(verifier: verifier)
        let expired = TestCaller.owner.claims(lifetime: .seconds(-1), runtime: runtime)
        var bad: [AccessToken?] = [nil, AccessToken("a.b.c")]
        bad.append(try await TokenSigner(people).sign(expired))
        bad.append(try await TokenSigner(stranger).sign(TestCaller.owner.claims(runtime: runtime)))
        // A service's key signs for no person.
        bad.append(try await TokenSigner(services[0]).sign(TestCaller.owner.claims(runtime: runtime)))
        var persons: [(Role, AccessToken)] = []
        for role in [Role.owner, .adult, .child, .operator] {
            for household in ["home", "mill"] {
                let caller = TestCaller(household: household, member: "m", role: role, policy: .everything)
                persons.append((role, try await TokenSigner(people).sign(caller.claims(runtime: runtime))))
            }
        }
        for method in Self.methods {
            let (name, method) = (method.fullMethod, Self.descriptor(method))
            let isOpen = Self.rules[name]?.contains("open") == true
            for token in bad {
                #expect(
                    await refusal(of: method, token, by: interceptor) == (isOpen ? nil : .unauthenticated), "\(name)")
            }
            for (role, token) in persons {
                let code = await refusal(of: method, token, by: interceptor)
                #expect(code == (isOpen ? nil : Self.code(of: name, for: role)), "\(name) by \(role)")
            }
            for (service, key) in zip(ServiceManifest.all, services) {
                let token = try await ServiceTokenSource(key: key, runtime: runtime).token(for: "home")
                let isAdmitted = isOpen || Self.isForService(service.name, name)
                #expect(
                    await refusal(of: method, token, by: interceptor) == (isAdmitted ? nil : .permissionDenied),
                    "\(name) by \(service.name)")
            }
        }
    }
}
