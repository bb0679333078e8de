extension PlanGenerator {
    /// Whose films these are to download, by the person's place among all: no other person wants those, so that no quota
    /// takes them from another. The films without an owner are for all.
    static func owner(ofFilm film: Int) -> Int? {
        let place = film / 4
        return place < Person.allCases.count ? place : nil
    }

    /// Films that all may download, visitors too.
    static let sharedFilms = (0..<films).filter { owner(ofFilm: $0) == nil }

    /// A person fetches films on one or two devices: more than there is room for.
    mutating func download(at time: Int) {
        let person = random.one(of: Person.allCases)
        let number = Person.allCases.firstIndex(of: person) ?? 0
        let films = (0..<Self.films).filter { Self.owner(ofFilm: $0) ?? number == number }
        for device in random.some(random.number(1...2), of: person.devices) {
            var cue = ActorCursor(who: person.rawValue, device: device, at: time)
            var started: [String] = []
            for _ in 0..<random.number(2...7) {
                started.append(add(.download(title: random.one(of: films)), &cue))
                if random.comes(30) { add(.requestStorage, &cue) }
                if random.comes(60) { deal(with: started, &cue) }
            }
            for _ in 0..<random.number(1...6) { deal(with: started, &cue) }
        }
    }

    private mutating func deal(with started: [String], _ cue: inout ActorCursor) {
        let start = random.one(of: started)
        // Bytes take their time.
        cue.at += random.below(120)
        switch random.below(20) {
        case ..<3: add(.pauseDownload(start: start), &cue)
        case ..<6: add(.resumeDownload(start: start), &cue)
        case ..<7: add(.retryDownload(start: start), &cue)
        case ..<8: add(.cancelDownload(start: start), &cue)
        case ..<10: add(.deleteDownload(start: start), &cue)
        case ..<11: add(.moveDownload(start: start, position: random.below(3)), &cue)
        case ..<14: add(.playDownload(start: start), &cue)
        case ..<17: add(.readDownloads, &cue)
        default: add(.requestStorage, &cue)
        }
    }

    /// Several people look around beyond the library at the same time, often for the same.
    mutating func discover(at time: Int) {
        // Sometimes everybody at once, and each for something else.
        let isStorm = random.comes(30)
        let devices = isStorm ? Person.allCases.flatMap(\.devices) : random.some(4, of: Person.ada.devices)
        for device in Set(devices).sorted() {
            var cue = ActorCursor(who: random.one(of: [Person.ada, .ben, .cleo]).rawValue, device: device, at: time)
            for _ in 0..<(isStorm ? 10 : random.number(1...6)) {
                switch random.below(3) {
                case 0 where !isStorm: add(.discover(list: random.below(3)), &cue)
                case 1: add(.lookUp(film: random.below(isStorm ? 500 : 30)), &cue)
                default: add(.lookFor(film: random.below(isStorm ? 500 : 30)), &cue)
                }
                if isStorm { cue.at = time }
            }
        }
    }

    /// The owner has set a PIN, and several devices guess at it at the same time; in half of the plans they go on after
    /// setting the wall clock.
    mutating func guess(at time: Int) {
        var owner = ActorCursor(who: Person.ada.rawValue, device: "laptop", at: start(ofEvening: 0))
        // A second one would begin the count again.
        if unused["pin"] == nil { add(.setPIN, &owner) }
        unused["pin"] = []
        let begin = max(time, owner.at + 300)
        let devices = ["ben-phone", "cleo-tablet", "kitchen", "tv"]
        var last = begin
        for device in devices {
            var cue = ActorCursor(who: Person.ben.rawValue, device: device, at: begin)
            for _ in 0..<random.number(1...2) { add(.guessPIN, &cue) }
            last = max(last, cue.at)
        }
        guard laterRandom.comes(50) else { return }
        add(.jumpClock(seconds: laterRandom.one(of: [45, 600, 3_600, -7_200])), at: last + 50)
        for device in devices {
            operations.append(
                PlannedOperation(
                    id: "o\(fresh())", at: last + 100, who: Person.ben.rawValue, device: device, action: .guessPIN))
        }
    }
}
