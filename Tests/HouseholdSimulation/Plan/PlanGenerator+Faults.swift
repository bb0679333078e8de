import ServiceKit

extension PlanGenerator {
    /// Plans what breaks: little in one of four plans, so that also what needs no fault is seen.
    mutating func breakThings(_ services: [String]) {
        let end = start(ofEvening: evenings - 1) + evening + pace * 8
        let count =
            switch size {
            case .small: dice.comes(25) ? 0 : dice.number(1...4)
            case .medium: dice.number(2...10)
            case .week: dice.number(8...24)
            }
        if dice.comes(60) { poorLinks(nil, at: 0, lasts: end) }
        for _ in 0..<count {
            // Most faults meet something that goes on.
            let begins = start(ofEvening: dice.below(evenings))
            breakOne(of: services, at: begins + dice.below(evening + pace * 6))
        }
        if scenes.contains(.visitors) || scenes.contains(.settings) {
            hearDying(services, from: start(ofEvening: 0), within: evening)
        }
        if scenes.contains(.downloading), services.contains("downloads") {
            fillDownloads(from: start(ofEvening: 0), within: evening)
        }
        for revenant in revenants { learnLate(of: revenant, services) }
        dieOverDeletion()
        displaceShards(services, within: end)
        putOlderBack(services)
        faults.sort { $0.at < $1.at }
    }

    private mutating func breakOne(of services: [String], at time: Int) {
        let service = dice.one(of: services)
        // Half of what lasts is short beside the callers' patience, half is long.
        let lasts = dice.comes(50) ? dice.number(5...60) : dice.number(100...600)
        switch dice.below(100) {
        case ..<14: kill(service, at: time, down: dice.comes(40) ? lasts : dice.below(60))
        case ..<34:
            let torn = dice.comes(60) ? dice.bits() : nil
            add(.cutPower(service: service, tearingBy: torn), at: time, lasts: dice.below(60))
        case ..<41: add(.failSync(service: service, nth: dice.number(1...6)), at: time)
        case ..<48: add(.fillDisk(service: service, room: dice.one(of: [0, 4_096, 20_000])), at: time, lasts: lasts)
        case ..<52: add(.flipBit(service: service, place: dice.bits()), at: time, lasts: dice.below(60))
        case ..<60: add(.stop(service: service), at: time, lasts: lasts)
        case ..<72:
            let point = dice.one(of: FailPoint.allCases).rawValue
            add(.crash(service: service, point: point, losesPower: dice.comes(50)), at: time)
        case ..<78: add(.jumpClock(seconds: dice.one(of: [-7_200, -600, -30, -1, 1, 45, 3_600])), at: time)
        case ..<88: poorLinks(dice.one(of: clients(services)), at: time, lasts: lasts)
        default:
            let client = dice.one(of: clients(services))
            add(
                .cutOff(
                    client: client, service: dice.one(of: services.filter { $0 != client }), toServer: dice.comes(50)),
                at: time, lasts: lasts)
        }
    }

    /// Kills a service, whose callers may notice late.
    private mutating func kill(_ service: String, at time: Int, down: Int) {
        guard laterDice.comes(50) else { return add(.kill(service: service), at: time, lasts: down) }
        add(.killUnnoticed(service: service, down: down), at: time, lasts: down + laterDice.number(5...200))
    }

    /// Who calls: the devices of this plan, and the services.
    private func clients(_ services: [String]) -> [String] {
        let devices = Set(operations.map(\.device)).sorted()
        return devices + (services.count > 1 ? services : [])
    }

    private mutating func poorLinks(_ client: String?, at time: Int, lasts: Int) {
        // Services follow each other's streams, which a frame that overtakes another breaks.
        let isDevice = client.map { !SimulatedHousehold.serviceNames.contains($0) } ?? false
        add(
            .weather(
                client: client, lossPermille: dice.one(of: [0, 10, 30, client == nil ? 50 : 200]),
                doublePermille: dice.one(of: [0, 50, 150]), delayMicroseconds: dice.one(of: [500, 3_000, 15_000]),
                reorders: isDevice && dice.comes(60)),
            at: time, lasts: lasts)
    }

    /// Has those who hear of the household's events die over one. Deaths that come at any time hardly ever come then.
    private mutating func hearDying(_ services: [String], from begin: Int, within length: Int) {
        let hearing: [FailPoint] = [.eventReceived, .eventApplied, .cursorMoved, .eventTaken]
        let telling: [FailPoint] = [.eventWritten, .eventCommitted, .eventSending, .eventSent]
        let followers = services.filter { $0 != SimulationPlan.alwaysThere }
        for _ in 0..<dice.number(0...2) {
            let hears = !followers.isEmpty && dice.comes(70)
            add(
                .crash(
                    service: hears ? dice.one(of: followers) : SimulationPlan.alwaysThere,
                    point: dice.one(of: hears ? hearing : telling).rawValue, losesPower: dice.comes(60)),
                at: begin + dice.below(length))
        }
    }

    /// Has somebody who follows profiles be away when a visitor is deleted, and be told by a snapshot, as profiles was restored
    /// meanwhile, before the visitor comes back.
    private mutating func learnLate(of revenant: ReturningVisitor, _ services: [String]) {
        let followers = revenant.services.filter { services.contains($0) && $0 != SimulationPlan.alwaysThere }
        guard !followers.isEmpty, laterDice.comes(40) else { return }
        let away = laterDice.number(5...20)
        add(
            .kill(service: laterDice.one(of: followers)), at: max(0, revenant.deleted - away),
            lasts: away + laterDice.number(20...120))
        add(
            .flipBit(service: SimulationPlan.alwaysThere, place: laterDice.bits()),
            at: revenant.deleted + laterDice.number(2...30), lasts: laterDice.below(10))
    }

    /// Has profiles die over telling of a deletion. Other events are told as well, and mostly meet a death that comes at any time.
    private mutating func dieOverDeletion() {
        // Of its own, so that the plans of other seeds stay what they were.
        var dice = RandomChoices(seed: seed ^ 0x6469_6573)
        guard let revenant = revenants.first, dice.comes(25) else { return }
        add(
            .crash(
                service: SimulationPlan.alwaysThere,
                point: dice.one(of: [FailPoint.eventWritten, .eventCommitted]).rawValue, losesPower: dice.comes(50)),
            at: max(0, revenant.deleted - dice.below(3)))
    }

    /// Has shards be missing, or be those of another household, for a while.
    private mutating func displaceShards(_ services: [String], within end: Int) {
        let isAsked = scenes.contains(.mislaying)
        guard isAsked || lossDice.comes(8) else { return }
        for _ in 0..<lossDice.number(1...(isAsked ? 4 : 2)) {
            add(
                .displace(service: lossDice.one(of: services), how: lossDice.one(of: Displacement.allCases)),
                at: lossDice.below(end), lasts: lossDice.number(20...400))
        }
    }

    /// Has an older copy of profiles' shard be put back while the others keep data of people that it does not list.
    private mutating func putOlderBack(_ services: [String]) {
        // Of its own, so that the plans of other seeds stay what they were.
        var dice = RandomChoices(seed: seed ^ 0x6f6c_6465_72)
        let isDisplaced = faults.contains {
            if case .displace(SimulationPlan.alwaysThere, _) = $0.kind { true } else { false }
        }
        guard services.count > 1, !isDisplaced, dice.comes(15) else { return }
        add(
            .olderCopy, at: start(ofEvening: dice.below(evenings)) + dice.below(evening), lasts: dice.number(40...200))
    }

    /// Has the disk be full while films come in: room for a part of one, so that it ends in the middle of a file.
    private mutating func fillDownloads(from begin: Int, within length: Int) {
        guard dice.comes(40) else { return }
        add(
            .fillDisk(service: "downloads", room: dice.one(of: [20_000, 100_000, 300_000])),
            at: begin + dice.below(length), lasts: dice.number(100...600))
    }
}
