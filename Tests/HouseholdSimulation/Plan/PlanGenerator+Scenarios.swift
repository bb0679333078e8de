extension PlanGenerator {
    /// Plans one scene.
    mutating func play(_ scene: Scenario, at time: Int) {
        switch scene {
        case .watching: watch(cue(at: time))
        case .queueing: queue(cue(at: time))
        case .favourites: favour(cue([.ada, .ben, .cleo, .dora], at: time))
        case .reading: read(cue(at: time))
        case .programme: programme(at: time)
        case .importing: takeIn(cue(Person.keepers, at: time))
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
        let isAway = cue.device != "tv" && dice.comes(30)
        let times = dice.number(2...6)
        for step in 0..<times {
            if isAway, step == 1 { add(.goOffline, &cue) }
            position = max(0, position + (dice.comes(15) ? -10 * dice.number(1...3) : 10 * dice.number(1...2)))
            add(.report(play: play, position: position), &cue)
            if isAway, step == times - 1 { add(.comeBack, &cue) }
        }
        if dice.comes(60) { add(.endSession(play: play, position: position + 5), &cue) }
        if dice.comes(30) { add(.readProgress(play: play), &cue) }
        if dice.comes(15) { add(.continueWatching, &cue) }
        if dice.comes(25) {
            let mark = add(.markWatched(number: fresh()), &cue)
            if dice.comes(50) { add(.unmarkWatched(mark: mark), &cue) }
        }
        if dice.comes(15) {
            // Seen again, and not as far.
            play = add(.play(title: film, startsOver: dice.comes(50)), &cue)
            for step in 1...dice.number(1...3) { add(.report(play: play, position: step * 2), &cue) }
            add(.readProgress(play: play), &cue)
        }
    }

    private mutating func queue(_ cue: ActorCursor) {
        var cue = cue
        var added: [String] = []
        for _ in 0..<dice.number(2...4) {
            guard let film = film(for: "\(cue.who) queues") else { break }
            added.append(add(.queue(title: film, isFirst: dice.comes(40)), &cue))
            if dice.comes(50) { add(.moveInQueue(add: dice.one(of: added), position: dice.below(6)), &cue) }
            if dice.comes(40) { add(.readQueue, &cue) }
        }
        if dice.comes(35), let one = added.first { add(.unqueue(add: one), &cue) }
        if dice.comes(50) { add(.readQueue, &cue) }
    }

    private mutating func favour(_ cue: ActorCursor) {
        var cue = cue
        var added: [String] = []
        for _ in 0..<dice.number(2...5) {
            added.append(add(.favour(number: fresh()), &cue))
            if dice.comes(30) { add(.readFavourites, &cue) }
        }
        if dice.comes(40) { add(.unfavour(add: dice.one(of: added)), &cue) }
        if dice.comes(50) { add(.readFavourites, &cue) }
    }

    private mutating func read(_ cue: ActorCursor) {
        var cue = cue
        var saved: [String] = []
        for _ in 0..<dice.number(2...5) { saved.append(add(.saveLink(number: fresh()), &cue)) }
        if dice.comes(30) { add(.saveLinkAgain(save: dice.one(of: saved)), &cue) }
        if dice.comes(50) { add(.starLink(save: dice.one(of: saved)), &cue) }
        if dice.comes(50) { add(.archiveLink(save: dice.one(of: saved)), &cue) }
        if dice.comes(40) { add(.readLinks, &cue) }
        if dice.comes(40) { add(.deleteLink(save: dice.one(of: saved)), &cue) }
        if dice.comes(50) { add(.readLinks, &cue) }
    }

    /// Two people plan the same evenings at the same time.
    private mutating func programme(at time: Int) {
        let day = dice.below(7)
        for _ in 0..<2 {
            // A child plans for itself alone, and so gets into nobody's way but its own.
            var cue = cue([.ada, .ben, .cleo, .dora, .emil], at: time)
            if dice.comes(40) {
                let window = add(.addWindow(day: day, hour: 17 + dice.below(4)), &cue)
                if dice.comes(30) { add(.removeWindow(add: window), &cue) }
            }
            var booked: [String] = []
            for _ in 0..<dice.number(1...3) {
                let others = Person.allCases.map(\.rawValue).filter { $0 != cue.who }
                let company = cue.who == Person.emil.rawValue ? [] : dice.some(dice.below(3), of: others)
                booked.append(
                    add(
                        .book(
                            day: dice.comes(75) ? day : dice.below(7), quarter: dice.below(12),
                            minutes: 15 * dice.number(1...6), with: company), &cue))
            }
            if dice.comes(40) { add(.moveBooking(book: dice.one(of: booked), quarter: dice.below(12)), &cue) }
            if dice.comes(25) { add(.cancelBooking(book: dice.one(of: booked)), &cue) }
            if dice.comes(50) { add(.readWeek(monday: 0), &cue) }
            if dice.comes(8) { add(.planWeek(monday: 1), &cue) }
        }
    }

    /// Brings the library and the guide up to date.
    private mutating func takeIn(_ cue: ActorCursor) {
        var cue = cue
        for _ in 0..<dice.number(1...2) {
            if dice.comes(60) {
                add(.importPlaylist(version: dice.number(1...6)), &cue)
            } else {
                add(.importGuide(version: dice.number(1...6)), &cue)
            }
            if dice.comes(40) { add(.readSources, &cue) }
        }
        if dice.comes(40) { add(.search(text: "film"), &cue) }
    }

    /// A visitor comes, leaves something everywhere, and is deleted. What they do with their token after that leaves nothing.
    private mutating func receive(at time: Int) {
        // No name is the beginning of another.
        let name = "visitor\(fresh())v"
        var owner = ActorCursor(who: Person.ada.rawValue, device: "laptop", at: time)
        let create = add(.createVisitor(name: name), &owner)
        // Links may be slow: a visitor who is deleted before doing anything leaves nothing.
        var visitor = ActorCursor(
            who: name, device: dice.one(of: ["tv", "kitchen"]), at: owner.at + 15 + dice.below(pace * 3))
        for _ in 0..<dice.number(2...6) { visit(&visitor) }
        // Somebody may have what a visitor has, and keeps it.
        if dice.comes(25) { download(dice.one(of: Self.sharedFilms), at: visitor.at) }
        owner.at = visitor.at + (dice.comes(25) ? 0 : dice.below(60))
        let deleted = owner.at
        add(.deleteVisitor(create: create), &owner)
        visitor.at = max(visitor.at, owner.at) + dice.below(pace * 2)
        var services: [String] = []
        for _ in 0..<dice.number(0...2) { services.append(visit(&visitor)) }
        if !services.isEmpty { returningVisitors.append(ReturningVisitor(deleted: deleted, services: services)) }
    }

    private mutating func download(_ film: Int, at time: Int) {
        var cue = cue(Person.keepers, at: time)
        let start = add(.download(title: film), &cue)
        if dice.comes(50) { add(.retryDownload(start: start), &cue) }
    }

    /// Leaves something with one of the services.
    ///
    /// - Returns: which one.
    @discardableResult
    private mutating func visit(_ cue: inout ActorCursor) -> String {
        switch dice.below(6) {
        case 0:
            add(.markWatched(number: fresh()), &cue)
            return "playback-state"
        case 1:
            add(.saveLink(number: fresh()), &cue)
            return "reading-list"
        case 2:
            add(.addWindow(day: dice.below(7), hour: 10), &cue)
            return "scheduler"
        case 3, 4:
            add(.download(title: dice.one(of: Self.sharedFilms)), &cue)
            return "downloads"
        default:
            add(.favour(number: fresh()), &cue)
            return SimulationPlan.requiredService
        }
    }

    private mutating func set(at time: Int) {
        var cue = ActorCursor(who: Person.ada.rawValue, device: dice.one(of: Person.ada.devices), at: time)
        for _ in 0..<dice.number(1...4) {
            switch dice.below(6) {
            case 0: add(.setKidsSeeUnrated(dice.comes(50)), &cue)
            case 1: add(.switchProfile(to: dice.one(of: ["ben", "dora", "emil"])), &cue)
            default: add(.rename, &cue)
            }
            if dice.comes(50) { add(.readHousehold, &cue) }
        }
        if dice.comes(60) {
            var other = self.cue([.ben, .cleo], at: time)
            for _ in 0..<dice.number(1...3) { add(.readHousehold, &other) }
        }
    }

    /// Looks around; the child also where it may not.
    private mutating func browse(_ cue: ActorCursor) {
        var cue = cue
        for _ in 0..<dice.number(1...3) {
            add(.search(text: dice.one(of: ["film", "channel", "xxx", ""])), &cue)
            if dice.comes(50) { add(.openAdult(number: dice.below(4)), &cue) }
        }
    }
}
