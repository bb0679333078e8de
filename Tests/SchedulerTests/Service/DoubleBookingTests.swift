import HearthModel
import RPC
import SchedulerAPI
import TestSupport
import Testing

@testable import SchedulerService

/// Several phones change the same days at once, around both changes of the clocks, and the power goes while they do: no person
/// is ever in two places, and what was acknowledged is there.
struct DoubleBookingTests {
    private static let rounds = 3

    @Test(arguments: TestTransport.allCases)
    func `no profile is in two slots at once, whatever phones and the power do`(_ transport: TestTransport) async throws
    {
        for seed in Seeds.make(1) {
            try await ServiceHarness.with(SchedulerService.self, transport, faults: true) { harness in
                try await FakeServiceClients.play(in: harness)
                try await harness.useBerlinTime()
                try await addWindows(try await harness.scheduler())
                var phones = [TestCaller.owner, .owner, .adult, .adult].enumerated().map { number, person in
                    Phone(person: person, random: SplitMix64(seed: seed &+ UInt64(number)))
                }
                for _ in 0..<Self.rounds {
                    phones = try await play(phones, in: harness)
                    try await check(phones, in: harness, "HEARTH_TEST_SEED=\(seed)")
                }
                let (booked, refused) = (phones.reduce(0) { $0 + $1.booked }, phones.reduce(0) { $0 + $1.refused })
                #expect(booked > 20 && refused > 20, "HEARTH_TEST_SEED=\(seed): \(booked) booked, \(refused) refused")
            }
        }
    }

    private func addWindows(_ client: RPCClient<Scheduler>) async throws {
        for day in 1...7 as ClosedRange<Int32> {
            _ = try await client.send(
                Scheduler.AddWindow(
                    profiles: [FakeServiceClients.owner, FakeServiceClients.adult], dayOfWeek: day, start: "18:00",
                    end: "03:30"
                ))
        }
    }

    /// Has all phones play at once; half-way the power goes.
    private func play(_ phones: [Phone], in harness: ServiceHarness) async throws -> [Phone] {
        let (halfWay, signal) = AsyncStream<Void>.makeStream()
        return try await withThrowingTaskGroup(of: Phone?.self) { group in
            for (number, var phone) in phones.enumerated() {
                group.addTask {
                    let client = try await harness.scheduler(phone.person)
                    try await phone.play(client)
                    if number == 0 { signal.finish() }
                    try await phone.play(client)
                    return phone
                }
            }
            group.addTask {
                for await _ in halfWay {}
                try await harness.cutPower()
                try await harness.start()
                return nil
            }
            return try await group.reduce(into: []) { if let phone = $1 { $0.append(phone) } }
        }
    }

    private func check(_ phones: [Phone], in harness: ServiceHarness, _ note: String) async throws {
        let client = try await harness.scheduler()
        for anchor in try Phone.anchors.map(CivilDate.day) {
            for week in -1...4 {
                let first = (anchor + week * WeekGrid.dayCount).description
                let shown = try await client.send(Scheduler.GetWeek(first: first, from: "00:00", to: "24:00"))
                // What is displaced has been kept although something was in its way.
                #expect(shown.displaced.isEmpty, "\(note) \(first)")
                for (index, one) in shown.times.enumerated() {
                    let same = shown.times[(index + 1)...].filter {
                        $0.start < one.end && one.start < $0.end
                            && !Set($0.slot.profiles).isDisjoint(with: one.slot.profiles)
                    }
                    #expect(same.isEmpty, "\(note) \(one.slot.id) at \(one.localStart)")
                }
            }
        }
        for phone in phones {
            let client = try await harness.scheduler(phone.person)
            for (id, slot) in phone.held {
                #expect(try await client.send(Scheduler.GetSlot(id: id)) == slot, "\(note) \(phone.person.profile)")
            }
        }
    }
}

/// A person's phone, with the slots that it has booked itself; no other phone changes those.
private struct Phone: Sendable {
    let person: TestCaller
    var random: SplitMix64
    var held: [String: ProgrammeSlot] = [:]
    var booked = 0
    var refused = 0

    /// The days on which the clocks of Berlin change in 2031.
    static let anchors = ["2031-03-30", "2031-10-26"]
    private static let steps = 15

    mutating func play(_ client: RPCClient<Scheduler>) async throws {
        for _ in 0..<Self.steps {
            do {
                try await step(client)
            } catch let error as RPCError where error.problem == .slotTaken {
                refused += 1
            }
        }
    }

    private mutating func step(_ client: RPCClient<Scheduler>) async throws {
        let choice = Int.random(in: 0..<20, using: &random)
        if choice == 0 { return try await generate(client) }
        guard choice >= 12, let slot = held.values.sorted(by: { $0.id < $1.id }).randomElement(using: &random) else {
            return try await book(client)
        }
        switch choice {
        case 12...15:
            var edit = Scheduler.EditSlot(id: slot.id, version: slot.version)
            edit.start = try start(random.next() % 2 == 0 ? String(slot.start.prefix(10)) : Self.anchors[0])
            held[slot.id] = try await client.send(edit)
        case 16...17:
            _ = try await client.send(Scheduler.RemoveSlot(id: slot.id, version: slot.version))
            held[slot.id] = nil
        default:
            let day = String(slot.start.prefix(10))
            guard !slot.exceptions.contains(day) else { return }
            let removal = Scheduler.RemoveSlot(id: slot.id, version: slot.version, day: day)
            held[slot.id] = try await client.send(removal).slot
        }
    }

    private mutating func book(_ client: RPCClient<Scheduler>) async throws {
        let people = [FakeServiceClients.owner, FakeServiceClients.adult, FakeServiceClients.kid].filter { _ in
            Bool.random(using: &random)
        }
        var request = Scheduler.BookSlot(
            profiles: people.isEmpty ? nil : people,
            start: try start(Self.anchors[Int.random(in: 0...1, using: &random)]),
            minutes: Int32.random(in: 1...12, using: &random) * 15)
        if Int.random(in: 0..<3, using: &random) == 0 {
            let (interval, count) = (Int.random(in: 1...3, using: &random), Int.random(in: 2...9, using: &random))
            request.rule = "FREQ=DAILY;INTERVAL=\(interval);COUNT=\(count)"
        }
        let slot = try await client.send(request)
        held[slot.id] = slot
        booked += 1
    }

    private mutating func generate(_ client: RPCClient<Scheduler>) async throws {
        let anchor = try CivilDate.day(Self.anchors[Int.random(in: 0...1, using: &random)])
        let week = Scheduler.GenerateWeek(first: (anchor - 6).description, seed: Int64(random.next() >> 33))
        _ = try await client.send(week)
    }

    /// A quarter of an hour within two days of one.
    private mutating func start(_ day: String) throws -> String {
        let quarter = Int.random(in: -192..<192, using: &random)
        let midnight = try CivilDate.day(day).dayNumber * TimeOfDay.minutesPerDay
        return CivilDateTime(minutesSince1970: midnight + quarter * 15).description
    }
}
