extension PlanGenerator {
    /// Plans one scenario.
    mutating func play(_ scenario: Scenario, at time: Int) {
        switch scenario {
        case .watching: watch(cue(at: time))
        case .queueing: queue(cue(at: time))
        case .favourites: favour(cue([.ada, .ben, .cleo, .dora], at: time))
        case .reading: read(cue(at: time))
        case .programme: programme(at: time)
        case .importing: takeIn(cue(Person.ownerAndAdults, at: time))
        case .visitors, .mislaying: receive(at: time)
        case .settings: set(at: time)
        case .browsing: browse(cue(at: time))
        case .downloading: download(at: time)
        case .discovering: discover(at: time)
        case .guessing: guess(at: time)
        }
    }

    /// Plays a film and tells how far it is, forward and sometimes back, sometimes from a train without a network.
    private mutating func watch(_ cue: ActorCursor) {
        var cue = cue
        guard let film = film(for: "\(cue.who) watches") else { return }
        var play = add(.play(title: film, startsOver: false), &cue)
        var position = 0
        let isAway = cue.device != "tv" && random.comes(30)
        let times = random.number(2...6)
        for step in 0..<times {
            if isAway, step == 1 { add(.goOffline, &cue) }
            position = max(0, position + (random.comes(15) ? -10 * random.number(1...3) : 10 * random.number(1...2)))
            add(.report(play: play, position: position), &cue)
            if isAway, step == times - 1 { add(.comeBack, &cue) }
        }
        if random.comes(60) {
            // Credits that begin early, without a draw of its own: plans of known seeds stay alike.
            let isComplete = position % 40 == 0
            add(
                isComplete
                    ? .completeTitle(play: play, position: position + 5)
                    : .endSession(play: play, position: position + 5), &cue)
        }
        if random.comes(30) { add(.readProgress(play: play), &cue) }
        if random.comes(15) { add(.continueWatching, &cue) }
        if random.comes(25) {
            // Some from a device that was offline, without a draw of its own: plans of known seeds stay alike.
            let number = fresh()
            let isPushed = number.isMultiple(of: 4)
            let mark = add(isPushed ? .pushMark(number: number) : .markWatched(number: number), &cue)
            if isPushed {
                operations.append(
                    PlannedOperation(
                        id: "\(mark)p", at: cue.at, who: cue.who, device: cue.device, action: .pullMarks))
            }
            if random.comes(50) { add(.unmarkWatched(mark: mark), &cue) }
        }
        if random.comes(15) {
            // Seen again, and not as far.
            play = add(.play(title: film, startsOver: random.comes(50)), &cue)
            for step in 1...random.number(1...3) { add(.report(play: play, position: step * 2), &cue) }
            add(.readProgress(play: play), &cue)
        }
    }

    private mutating func queue(_ cue: ActorCursor) {
        var cue = cue
        var added: [String] = []
        for _ in 0..<random.number(2...4) {
            guard let film = film(for: "\(cue.who) queues") else { break }
            added.append(add(.queue(title: film, isFirst: random.comes(40)), &cue))
            if random.comes(50) { add(.moveInQueue(add: random.one(of: added), position: random.below(6)), &cue) }
            if random.comes(40) { add(.readQueue, &cue) }
        }
        if random.comes(35), let one = added.first { add(.unqueue(add: one), &cue) }
        if random.comes(50) { add(.readQueue, &cue) }
    }

    private mutating func favour(_ cue: ActorCursor) {
        var cue = cue
        var added: [String] = []
        for _ in 0..<random.number(2...5) {
            // As marks: some from a device that was offline.
            let number = fresh()
            let isPushed = number.isMultiple(of: 4)
            added.append(add(isPushed ? .pushFavourite(number: number) : .favour(number: number), &cue))
            if random.comes(30) { add(cue.at.isMultiple(of: 2) ? .pullFavourites : .readFavourites, &cue) }
        }
        if random.comes(40) {
            let one = random.one(of: added)
            add(cue.at.isMultiple(of: 3) ? .pushUnfavour(add: one) : .unfavour(add: one), &cue)
        }
        if random.comes(50) { add(cue.at.isMultiple(of: 2) ? .pullFavourites : .readFavourites, &cue) }
    }

    private mutating func read(_ cue: ActorCursor) {
        var cue = cue
        var saved: [String] = []
        for _ in 0..<random.number(2...5) { saved.append(add(.saveLink(number: fresh()), &cue)) }
        if random.comes(30) { add(.saveLinkAgain(save: random.one(of: saved)), &cue) }
        if random.comes(50) { add(.starLink(save: random.one(of: saved)), &cue) }
        if random.comes(50) { add(.archiveLink(save: random.one(of: saved)), &cue) }
        if random.comes(40) { add(.readLinks, &cue) }
        if random.comes(40) { add(.deleteLink(save: random.one(of: saved)), &cue) }
        if random.comes(50) { add(.readLinks, &cue) }
    }

    /// Two people plan the same evenings at the same time.
    private mutating func programme(at time: Int) {
        let day = random.below(7)
        for _ in 0..<2 {
            // A child plans for itself alone, and so gets into no other person's way.
            var cue = cue([.ada, .ben, .cleo, .dora, .emil], at: time)
            if random.comes(40) {
                let window = add(.addWindow(day: day, hour: 17 + random.below(4)), &cue)
                if random.comes(30) { add(.removeWindow(add: window), &cue) }
            }
            var booked: [String] = []
            for _ in 0..<random.number(1...3) {
                let others = Person.allCases.map(\.rawValue).filter { $0 != cue.who }
                let company = cue.who == Person.emil.rawValue ? [] : random.some(random.below(3), of: others)
                booked.append(
                    add(
                        .book(
                            day: random.comes(75) ? day : random.below(7), quarter: random.below(12),
                            minutes: 15 * random.number(1...6), with: company), &cue))
            }
            if random.comes(40) { add(.moveBooking(book: random.one(of: booked), quarter: random.below(12)), &cue) }
            if random.comes(25) { add(.cancelBooking(book: random.one(of: booked)), &cue) }
            if random.comes(50) { add(.readWeek(monday: 0), &cue) }
            if random.comes(8) { add(.planWeek(monday: 1), &cue) }
        }
    }

    /// Brings the library and the guide up to date.
    private mutating func takeIn(_ cue: ActorCursor) {
        var cue = cue
        for _ in 0..<random.number(1...2) {
            if random.comes(60) {
                add(.importPlaylist(version: random.number(1...6)), &cue)
            } else {
                add(.importGuide(version: random.number(1...6)), &cue)
            }
            if random.comes(40) { add(.readSources, &cue) }
        }
        if random.comes(40) { add(.search(text: "film"), &cue) }
    }

    /// A visitor comes, leaves something everywhere, and is deleted. What they do with their token after that leaves nothing.
    private mutating func receive(at time: Int) {
        // No name is the beginning of another.
        let name = "visitor\(fresh())v"
        var owner = ActorCursor(who: Person.ada.rawValue, device: "laptop", at: time)
        let create = add(.createVisitor(name: name), &owner)
        // Links may be slow: a visitor who is deleted before doing anything leaves nothing.
        var visitor = ActorCursor(
            who: name, device: random.one(of: ["tv", "kitchen"]), at: owner.at + 15 + random.below(pace * 3))
        for _ in 0..<random.number(2...6) { visit(&visitor) }
        // A person may have what a visitor has, and keeps it.
        if random.comes(25) { download(random.one(of: Self.sharedFilms), at: visitor.at) }
        owner.at = visitor.at + (random.comes(25) ? 0 : random.below(60))
        let deleted = owner.at
        add(.deleteVisitor(create: create), &owner)
        visitor.at = max(visitor.at, owner.at) + random.below(pace * 2)
        var services: [String] = []
        for _ in 0..<random.number(0...2) { services.append(visit(&visitor)) }
        if !services.isEmpty { returningVisitors.append(ReturningVisitor(deleted: deleted, services: services)) }
    }

    private mutating func download(_ film: Int, at time: Int) {
        var cue = cue(Person.ownerAndAdults, at: time)
        let start = add(.download(title: film), &cue)
        if random.comes(50) { add(.retryDownload(start: start), &cue) }
    }

    /// Leaves something with one of the services.
    ///
    /// - Returns: which one.
    @discardableResult
    private mutating func visit(_ cue: inout ActorCursor) -> String {
        switch random.below(6) {
        case 0:
            add(.markWatched(number: fresh()), &cue)
            return "playback-state"
        case 1:
            add(.saveLink(number: fresh()), &cue)
            return "reading-list"
        case 2:
            add(.addWindow(day: random.below(7), hour: 10), &cue)
            return "scheduler"
        case 3, 4:
            add(.download(title: random.one(of: Self.sharedFilms)), &cue)
            return "downloads"
        default:
            let number = fresh()
            add(number.isMultiple(of: 3) ? .pushFavourite(number: number) : .favour(number: number), &cue)
            return SimulationPlan.requiredService
        }
    }

    private mutating func set(at time: Int) {
        var cue = ActorCursor(who: Person.ada.rawValue, device: random.one(of: Person.ada.devices), at: time)
        for _ in 0..<random.number(1...4) {
            switch random.below(6) {
            case 0: add(.setKidsSeeUnrated(random.comes(50)), &cue)
            case 1: add(.switchProfile(to: random.one(of: ["ben", "dora", "emil"])), &cue)
            default: add(.rename, &cue)
            }
            if random.comes(50) { add(.readHousehold, &cue) }
        }
        if random.comes(60) {
            var other = self.cue([.ben, .cleo], at: time)
            for _ in 0..<random.number(1...3) { add(.readHousehold, &other) }
        }
    }

    /// Looks around; the child also where it may not.
    private mutating func browse(_ cue: ActorCursor) {
        var cue = cue
        for _ in 0..<random.number(1...3) {
            add(.search(text: random.one(of: ["film", "channel", "xxx", ""])), &cue)
            if random.comes(50) { add(.openAdult(number: random.below(4)), &cue) }
        }
    }
}
