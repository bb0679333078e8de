import HearthModel
import ProfilesService
import RPC
import TestSupport
import Testing

@testable import ProfilesAPI

/// The settings of a profile: read and changed by name, refused by name, and told to other services.
struct SettingsTests {
    private func value(_ name: SettingName, in settings: ProfileSettings) -> SettingValue? {
        settings.settings.first { $0.name == name }?.value
    }

    /// The settings that have another value than their default.
    private func changedNames(in settings: ProfileSettings) -> [SettingName] {
        settings.settings.filter { !$0.isDefault }.map(\.name)
    }

    @Test func `each profile begins with the defaults of the table, all of which its own rules allow`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let table = try await owner.send(Profiles.DescribeSettings()).settings
            #expect(table == SettingDefinition.all)
            #expect(Set(table.map(\.name)).count == table.count)
            for definition in table {
                if let value = definition.defaultValue { #expect(definition.problem(of: value) == nil) }
                let required = definition.requires.flatMap { SettingDefinition.of($0) }
                #expect(required?.type == (definition.requires == nil ? nil : .boolean))
            }
            let settings = try await owner.send(Profiles.GetSettings())
            #expect(settings.settings.map(\.name) == table.map(\.name))
            #expect(settings.settings.map(\.value) == table.map(\.defaultValue))
            #expect(changedNames(in: settings) == [])
        }
    }

    @Test func `a change is answered as it holds, survives a restart, and is the profile's alone`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let changed = try await owner.send(
                Profiles.ChangeSettings([
                    SettingChange(.maxQueueSize, .integer(100)), SettingChange(.hoverPreviewDelay, .decimal(0.7)),
                    SettingChange(.preferredAudioLanguage, .text("pt-BR")),
                    SettingChange(.subscribedProviders, .numbers([8])),
                ]))
            #expect(value(.maxQueueSize, in: changed) == .integer(100))
            // Steps are hints.
            #expect(value(.hoverPreviewDelay, in: changed) == .decimal(0.7))
            try await harness.restart()
            #expect(try await owner.send(Profiles.GetSettings()) == changed)
            let kids = try await harness.profiles(as: "Kids")
            #expect(try await changedNames(in: kids.send(Profiles.GetSettings())) == [])
            let reset = try await owner.send(
                Profiles.ChangeSettings(
                    [.maxQueueSize, .hoverPreviewDelay, .preferredAudioLanguage, .subscribedProviders].map {
                        SettingChange($0, nil)
                    }))
            #expect(changedNames(in: reset) == [])
        }
    }

    /// Values that are none of a setting's, said without the rules that are tested.
    private static func wrong(_ definition: SettingDefinition) -> [SettingValue] {
        let (least, most) = (definition.minimum ?? 0, definition.maximum ?? 0)
        let byType: [SettingType: [SettingValue]] = [
            .boolean: [.boolean(true)],
            .integer: [
                .integer(Int64(least) - 1), .integer(Int64(most) + 1), .integer(.min), .integer(.max),
            ],
            .decimal: [
                .decimal(least.nextDown), .decimal(most.nextUp), .decimal(.nan), .decimal(.infinity),
            ],
            .choice: [.text("Auto "), .text("")],
            .language: [
                .text(""), .text("d"), .text("deutsch"), .text("d1"), .text("DE de"), .text("de-"), .text("de--DE"),
                .text("de\u{0}"), .text("de-ninechars"), .text("de-abcdefgh-abcdefgh-abcdefgh-abcdefgh"), .text("dé"),
            ],
            .providers: [.numbers([8, 8]), .numbers([0]), .numbers([-1]), .numbers(Array(1...51))],
        ]
        let ofOthers = byType.filter { $0.key != definition.type }.map { $0.value[0] }
        // A choice is a text, as a language is, and none of the languages above.
        return ofOthers + (definition.type == .boolean ? [] : byType[definition.type] ?? [])
            + [SettingValue(), SettingValue(boolean: true, integer: 50)]
    }

    @Test(
        arguments: [
            (.boolean(true), .subtitlesOn), (.integer(0), .autoPlayCountdownSeconds),
            (.integer(30), .autoPlayCountdownSeconds), (.decimal(0.5), .hoverPreviewDelay),
            (.decimal(3), .hoverPreviewDelay), (.text("highContrast"), .theme), (.text("de"), .subtitleLanguage),
            (.text("zh-Hant-TW"), .subtitleLanguage), (.text("sgn-ase-abcdefgh-abcdefgh-abcdefgh"), .subtitleLanguage),
            (.numbers(Array(1...50)), .subscribedProviders), (.numbers([]), .subscribedProviders),
        ] as [(SettingValue, SettingName)])
    func `a value at the edge of the range is one`(_ value: SettingValue, _ name: SettingName) throws {
        #expect(try #require(SettingDefinition.of(name)).problem(of: value) == nil)
    }

    @Test func `a value of another type or out of range is refused by the setting's name, and nothing changes`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for definition in SettingDefinition.all where definition.changedBy != .services {
                let wrong = Self.wrong(definition)
                // The good change beside it is not made either.
                let good = definition.name == .subtitlesOn ? [] : [SettingChange(.subtitlesOn, .boolean(true))]
                for value in wrong {
                    let failure = await owner.failure(
                        of: Profiles.ChangeSettings(good + [SettingChange(definition.name, value)]))
                    guard failure?.code == .invalidArgument, failure?.field == definition.name.rawValue else {
                        Issue.record("\(definition.name): \(value) gives \(String(describing: failure))")
                        continue
                    }
                }
            }
            #expect(try await changedNames(in: owner.send(Profiles.GetSettings())) == [])
        }
    }

    @Test func `unknown settings, those of services, none and the same twice are refused by name`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let unknown = SettingName(rawValue: "maxQueSize")
            #expect(
                await owner.failure(of: Profiles.ChangeSettings([SettingChange(unknown, .boolean(true))]))?.problem
                    == .unknownSetting)
            #expect(
                await owner.failure(of: Profiles.ChangeSettings([SettingChange(.lastCloudSyncDate, nil)]))?.problem
                    == .settingOfServices)
            #expect(await owner.failure(of: Profiles.ChangeSettings([]))?.field == "changes")
            let twice = [SettingChange(.theme, .text("dark")), SettingChange(.theme, .text("light"))]
            #expect(await owner.failure(of: Profiles.ChangeSettings(twice))?.field == "changes")
        }
    }

    @Test func `a setting that needs another one is refused while that is off, and loses its effect with it`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            for definition in SettingDefinition.all {
                guard let required = definition.requires else { continue }
                _ = try await owner.send(Profiles.ChangeSettings([SettingChange(required, .boolean(false))]))
                let value: SettingValue =
                    switch definition.type {
                    case .boolean: .boolean(true)
                    case .integer: .integer(Int64(definition.maximum ?? 0))
                    default: .decimal(definition.maximum ?? 0)
                    }
                let change = SettingChange(definition.name, value)
                let refused = await owner.failure(of: Profiles.ChangeSettings([change]))
                #expect(refused?.problem == .settingNeedsAnother, "\(definition.name)")
                #expect(refused?.message.contains(required.rawValue) == true)
                // Both at once is fine, as it is when all is done.
                _ = try await owner.send(
                    Profiles.ChangeSettings([change, SettingChange(required, .boolean(true))]))
                let off = try await owner.send(Profiles.ChangeSettings([SettingChange(required, .boolean(false))]))
                let kept = try #require(off.settings.first { $0.name == definition.name })
                #expect(kept == ProfileSetting(definition.name, value, isDefault: false, isEffective: false))
            }
        }
    }

    @Test func `kids change what makes clients comfortable, adults the rest for them, with the PIN`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile
            _ = try await owner.send(Profiles.SetPIN(pin: "2468"))
            let child = try await harness.profiles(as: "Kids")
            for definition in SettingDefinition.all where definition.changedBy != .services {
                let change = SettingChange(definition.name, definition.defaultValue)
                let failure = await child.failure(of: Profiles.ChangeSettings([change]))
                let isAllowed = definition.changedBy == .everyone
                #expect(failure?.problem == (isAllowed ? nil : .settingForAdults), "\(definition.name)")
            }
            let own = try await harness.signIn().profile.id
            #expect(await child.failure(of: Profiles.GetSettings(profile: own))?.problem == .unknownProfile)
            let theme = [SettingChange(.theme, .text("light"))]
            #expect(
                await child.failure(of: Profiles.ChangeSettings(theme, profile: own))?.problem == .unknownProfile)
            let limit = [SettingChange(.maxQueueSize, .integer(20))]
            #expect(
                await owner.failure(of: Profiles.ChangeSettings(limit, profile: kids.id))?.problem == .pinRequired)
            _ = try await owner.send(Profiles.ChangeSettings(limit, profile: kids.id, pin: "2468"))
            #expect(try await value(.maxQueueSize, in: child.send(Profiles.GetSettings())) == .integer(20))
            let hide = [SettingChange(.hideAdultContent, .boolean(false))]
            #expect(
                await owner.failure(of: Profiles.ChangeSettings(hide, profile: kids.id, pin: "2468"))?.problem
                    == .notAnAdults)
            // Another adult changes guests' and kids' settings, not the owner's.
            let other = try await harness.profiles(of: TestCaller(member: "other", role: .adult, policy: .everything))
            #expect(await other.failure(of: Profiles.ChangeSettings(theme, profile: own))?.problem == .notYours)
            #expect(await other.failure(of: Profiles.GetSettings(profile: own))?.problem == .notYours)
        }
    }

    @Test func `hideAdultContent is the policy of the next token, and ends those with the former one`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let child = try await harness.profiles(as: "Kids")
            _ = try await owner.send(Profiles.ChangeSettings([SettingChange(.hideAdultContent, .boolean(true))]))
            #expect(await owner.failure(of: Profiles.GetSettings())?.code == .unauthenticated)
            _ = try await child.send(Profiles.GetSettings())
            #expect(try await harness.signIn().policy == .hidingAdult)
            let settings = try await harness.profiles().send(Profiles.GetSettings())
            #expect(value(.hideAdultContent, in: settings) == .boolean(true))
            _ = try await harness.profiles().send(Profiles.AnswerAdultPrompt(hide: false))
            let shown = try await harness.profiles().send(Profiles.GetSettings())
            #expect(value(.hideAdultContent, in: shown) == .boolean(false))
            #expect(try await harness.signIn().policy == .everything)
        }
    }

    @Test func `a change is told to those who follow, and to those who begin to; a repeated call undoes nothing`()
        async throws
    {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let own = try await harness.signIn().profile.id
            let follower = try await harness.profiles(of: .service("catalog"))
            let events = try await follower.stream(Profiles.FollowEvents())
            #expect(try await events.next()?.item.changedSettings == [])
            let options = CallOptions(
                token: owner.defaults.token, idempotencyKey: IdempotencyKey(runtime: harness.runtime))
            let off = Profiles.ChangeSettings([SettingChange(.keepSearchHistory, .boolean(false))])
            _ = try await owner.send(off, options: options)
            let event = try #require(try await events.next()?.item)
            #expect(event.isKnown && event.mustBeUnderstood != true)
            #expect(
                event.changedSettings == [
                    ChangedSettings(profile: own, settings: [SettingChange(.keepSearchHistory, .boolean(false))])
                ])
            _ = try await owner.send(Profiles.ChangeSettings([SettingChange(.keepSearchHistory, nil)]))
            // The default is told as a value, so that followers apply it.
            #expect(try await events.next()?.item.changedSettings.first?[.keepSearchHistory] == .boolean(true))
            _ = try await owner.send(off, options: options)
            #expect(try await value(.keepSearchHistory, in: owner.send(Profiles.GetSettings())) == .boolean(true))
            let late = try #require(try await follower.stream(Profiles.FollowEvents()).next()?.item)
            #expect(late.snapshot?.changedSettings?.map(\.profile) == [own])
            #expect(late.changedSettings.first?[.keepSearchHistory] == .boolean(true))
        }
    }

    @Test func `a switch to another profile tells to clear the queue where the profile wants that`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let kids = try await harness.signIn(as: "Kids").profile.id
            let events = try await harness.profiles(of: .service("playback-state")).stream(Profiles.FollowEvents())
            _ = try await events.next()
            _ = try await owner.send(Profiles.SwitchProfile(profile: kids))
            #expect(try await events.next()?.item.profileSwitched?.clearsQueue == nil)
            _ = try await owner.send(
                Profiles.ChangeSettings([SettingChange(.clearQueueOnProfileSwitch, .boolean(true))]))
            _ = try await events.next()
            _ = try await owner.send(Profiles.SwitchProfile(profile: kids))
            #expect(try await events.next()?.item.profileSwitched?.clearsQueue == true)
        }
    }

    @Test func `settings end with their profile`() async throws {
        try await ServiceHarness.with(ProfilesService.self) { harness in
            let owner = try await harness.profiles()
            let guest = try await owner.send(Profiles.CreateProfile(name: "Grandma", kind: .adult)).id
            _ = try await owner.send(
                Profiles.ChangeSettings([SettingChange(.theme, .text("light"))], profile: guest))
            _ = try await owner.send(Profiles.DeleteProfile(profile: guest))
            #expect(await owner.failure(of: Profiles.GetSettings(profile: guest))?.problem == .unknownProfile)
            let follower = try await harness.profiles(of: .service("catalog"))
            let snapshot = try await follower.stream(Profiles.FollowEvents()).next()?.item
            #expect(snapshot?.changedSettings == [])
        }
    }
}
