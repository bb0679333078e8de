import ServiceKit

extension PlanGenerator {
    /// Plans what breaks: little in one of four plans, so that also what needs no fault is seen.
    mutating func planFaults(_ services: [String]) {
        let end = start(ofEvening: evenings - 1) + evening + pace * 8
        let count =
            switch size {
            case .small: random.comes(25) ? 0 : random.number(1...4)
            case .medium: random.number(2...10)
            case .week: random.number(8...24)
            }
        if random.comes(60) { degradeLinks(nil, at: 0, lasts: end) }
        for _ in 0..<count {
            // Most faults meet something that goes on.
            let begins = start(ofEvening: random.below(evenings))
            planFault(of: services, at: begins + random.below(evening + pace * 6))
        }
        if scenarios.contains(.visitors) || scenarios.contains(.settings) {
            crashOnEvents(services, from: start(ofEvening: 0), within: evening)
        }
        if scenarios.contains(.downloading), services.contains("downloads") {
            fillDownloads(from: start(ofEvening: 0), within: evening)
        }
        for returningVisitor in returningVisitors { delayFollower(of: returningVisitor, services) }
        crashOnDeletion()
        displaceShards(services, within: end)
        restoreOlderCopy(services)
        faults.sort { $0.at < $1.at }
    }

    private mutating func planFault(of services: [String], at time: Int) {
        let service = random.one(of: services)
        // Half of what lasts is short beside the callers' patience, half is long.
        let lasts = random.comes(50) ? random.number(5...60) : random.number(100...600)
        switch random.below(100) {
        case ..<14: kill(service, at: time, down: random.comes(40) ? lasts : random.below(60))
        case ..<34:
            let torn = random.comes(60) ? random.bits() : nil
            add(.cutPower(service: service, tearingBy: torn), at: time, lasts: random.below(60))
        case ..<41: add(.failSync(service: service, nth: random.number(1...6)), at: time)
        case ..<48: add(.fillDisk(service: service, room: random.one(of: [0, 4_096, 20_000])), at: time, lasts: lasts)
        case ..<52: add(.flipBit(service: service, place: random.bits()), at: time, lasts: random.below(60))
        case ..<60: add(.stop(service: service), at: time, lasts: lasts)
        case ..<72:
            let point = random.one(of: FailPoint.allCases).rawValue
            add(.crash(service: service, point: point, losesPower: random.comes(50)), at: time)
        case ..<78: add(.jumpClock(seconds: random.one(of: [-7_200, -600, -30, -1, 1, 45, 3_600])), at: time)
        case ..<88: degradeLinks(random.one(of: clients(services)), at: time, lasts: lasts)
        default:
            let client = random.one(of: clients(services))
            add(
                .cutOff(
                    client: client, service: random.one(of: services.filter { $0 != client }),
                    toServer: random.comes(50)),
                at: time, lasts: lasts)
        }
    }

    /// Kills a service, whose callers may notice late.
    private mutating func kill(_ service: String, at time: Int, down: Int) {
        guard laterRandom.comes(50) else { return add(.kill(service: service), at: time, lasts: down) }
        add(.killUnnoticed(service: service, down: down), at: time, lasts: down + laterRandom.number(5...200))
    }

    /// Who calls: the devices of this plan, and the services.
    private func clients(_ services: [String]) -> [String] {
        let devices = Set(operations.map(\.device)).sorted()
        return devices + (services.count > 1 ? services : [])
    }

    private mutating func degradeLinks(_ client: String?, at time: Int, lasts: Int) {
        // Services follow each other's streams, which a frame that overtakes another breaks.
        let isDevice = client.map { !SimulatedHousehold.serviceNames.contains($0) } ?? false
        add(
            .weather(
                client: client, lossPermille: random.one(of: [0, 10, 30, client == nil ? 50 : 200]),
                doublePermille: random.one(of: [0, 50, 150]), delayMicroseconds: random.one(of: [500, 3_000, 15_000]),
                reorders: isDevice && random.comes(60)),
            at: time, lasts: lasts)
    }

    /// Has those who hear of the household's events die over one. Deaths that come at any time hardly ever come then.
    private mutating func crashOnEvents(_ services: [String], from begin: Int, within length: Int) {
        let hearing: [FailPoint] = [.eventReceived, .eventApplied, .cursorMoved, .eventTaken]
        let telling: [FailPoint] = [.eventWritten, .eventCommitted, .eventSending, .eventSent]
        let followers = services.filter { $0 != SimulationPlan.requiredService }
        for _ in 0..<random.number(0...2) {
            let hears = !followers.isEmpty && random.comes(70)
            add(
                .crash(
                    service: hears ? random.one(of: followers) : SimulationPlan.requiredService,
                    point: random.one(of: hears ? hearing : telling).rawValue, losesPower: random.comes(60)),
                at: begin + random.below(length))
        }
    }

    /// Has a service that follows profiles be away when a visitor is deleted, and be told by a snapshot, as profiles was restored
    /// meanwhile, before the visitor comes back.
    private mutating func delayFollower(of returningVisitor: ReturningVisitor, _ services: [String]) {
        let followers = returningVisitor.services.filter {
            services.contains($0) && $0 != SimulationPlan.requiredService
        }
        guard !followers.isEmpty, laterRandom.comes(40) else { return }
        let away = laterRandom.number(5...20)
        add(
            .kill(service: laterRandom.one(of: followers)), at: max(0, returningVisitor.deleted - away),
            lasts: away + laterRandom.number(20...120))
        add(
            .flipBit(service: SimulationPlan.requiredService, place: laterRandom.bits()),
            at: returningVisitor.deleted + laterRandom.number(2...30), lasts: laterRandom.below(10))
    }

    /// Has profiles die over telling of a deletion. Other events are told as well, and mostly meet a death that comes at any time.
    private mutating func crashOnDeletion() {
        // Of its own, so that the plans of other seeds stay what they were.
        var random = RandomChoices(seed: seed ^ 0x6469_6573)
        guard let returningVisitor = returningVisitors.first, random.comes(25) else { return }
        add(
            .crash(
                service: SimulationPlan.requiredService,
                point: random.one(of: [FailPoint.eventWritten, .eventCommitted]).rawValue, losesPower: random.comes(50)),
            at: max(0, returningVisitor.deleted - random.below(3)))
    }

    /// Has shards be missing, or be those of another household, for a while.
    private mutating func displaceShards(_ services: [String], within end: Int) {
        let isRequested = scenarios.contains(.mislaying)
        guard isRequested || lossRandom.comes(8) else { return }
        for _ in 0..<lossRandom.number(1...(isRequested ? 4 : 2)) {
            add(
                .displace(service: lossRandom.one(of: services), how: lossRandom.one(of: Displacement.allCases)),
                at: lossRandom.below(end), lasts: lossRandom.number(20...400))
        }
    }

    /// Has an older copy of profiles' shard be put back while the others keep data of people that it does not list.
    private mutating func restoreOlderCopy(_ services: [String]) {
        // Of its own, so that the plans of other seeds stay what they were.
        var random = RandomChoices(seed: seed ^ 0x6f6c_6465_72)
        let isDisplaced = faults.contains {
            if case .displace(SimulationPlan.requiredService, _) = $0.kind { true } else { false }
        }
        guard services.count > 1, !isDisplaced, random.comes(15) else { return }
        add(
            .olderCopy, at: start(ofEvening: random.below(evenings)) + random.below(evening),
            lasts: random.number(40...200))
    }

    /// Has the disk be full while films come in: room for a part of one, so that it ends in the middle of a file.
    private mutating func fillDownloads(from begin: Int, within length: Int) {
        guard random.comes(40) else { return }
        add(
            .fillDisk(service: "downloads", room: random.one(of: [20_000, 100_000, 300_000])),
            at: begin + random.below(length), lasts: random.number(100...600))
    }
}
