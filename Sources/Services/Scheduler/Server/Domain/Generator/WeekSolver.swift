/// Fills rooms one after another, each optimally while the others stay, and repeats this while it improves the week.
///
/// A room may take an item from another one when it is worth more here: the price is the other room's loss. The local
/// optimum depends on the order of rooms, so several orders are tried and the best week is kept.
struct WeekSolver: Sendable {
    let model: WeekModel

    /// The most passes.
    static let maximumRounds = 12

    func solve() -> [WeekModel.Placement] {
        var best: [WeekModel.Placement] = []
        for order in orders {
            let chosen = filled(in: order)
            if model.worth(chosen) > model.worth(best) { best = chosen }
        }
        return best.sorted { ($0.room, $0.item) < ($1.room, $1.item) }
    }

    /// Orders of rooms: by time, the most restricted first, the longest first, the shortest first.
    private var orders: [[Int]] {
        let rooms = Array(model.rooms.indices)
        let allowed = rooms.map { room in model.rates.count { $0[room] != nil } }
        return [
            rooms, rooms.reversed(), rooms.sorted { (allowed[$0], $0) < (allowed[$1], $1) },
            rooms.sorted { (model.rooms[$1], $0) < (model.rooms[$0], $1) },
            rooms.sorted { (model.rooms[$0], $0) < (model.rooms[$1], $1) },
        ]
    }

    private func filled(in order: [Int]) -> [WeekModel.Placement] {
        var chosen: [WeekModel.Placement] = []
        for _ in 0..<Self.maximumRounds {
            var isBetter = false
            for room in order {
                let next = refilled(room, chosen)
                guard model.worth(next) > model.worth(chosen) else { continue }
                (chosen, isBetter) = (next, true)
            }
            if !isBetter { break }
        }
        return chosen
    }

    /// Some units of an item for a room, and the placement that they are moved from.
    private struct Offer {
        var placement: WeekModel.Placement
        var steps: Int
        var gain: Int
        var takenFrom: WeekModel.Placement?
    }

    /// The choice with one room refilled: a 0/1 knapsack (dynamic programming over the room's steps).
    private func refilled(_ room: Int, _ chosen: [WeekModel.Placement]) -> [WeekModel.Placement] {
        let others = chosen.filter { $0.room != room }
        let offers = self.offers(for: room, others)
        let size = model.rooms[room]
        var best = [Int](repeating: 0, count: size + 1)
        var picks: [[Int]] = []
        for choices in offers {
            var next = best
            var pick = [Int](repeating: -1, count: size + 1)
            for (index, offer) in choices.enumerated() where offer.steps <= size {
                for used in offer.steps...size where best[used - offer.steps] + offer.gain > next[used] {
                    next[used] = best[used - offer.steps] + offer.gain
                    pick[used] = index
                }
            }
            best = next
            picks.append(pick)
        }
        var result = others
        var used = size
        for (choices, pick) in zip(offers, picks).reversed() where pick[used] >= 0 {
            let offer = choices[pick[used]]
            if let taken = offer.takenFrom { result.removeAll { $0 == taken } }
            result.append(offer.placement)
            used -= offer.steps
        }
        return result
    }

    /// The items that fit a room, by item.
    private func offers(for room: Int, _ others: [WeekModel.Placement]) -> [[Offer]] {
        let counts = model.genreCounts(others)
        let elsewhere = Dictionary(grouping: others, by: \.item)
        return model.items.indices.compactMap { index in
            let item = model.items[index]
            guard model.rates[index][room] != nil else { return nil }
            let placed = elsewhere[index] ?? []
            let free = item.units - placed.reduce(0) { $0 + $1.units }
            let cheapest = placed.min { (worth($0), $0.room) < (worth($1), $1.room) }
            let isCommon = item.genre.map { counts[$0] >= model.varietyAllowance } ?? false
            let offers = (1...item.run).compactMap { units -> Offer? in
                let placement = WeekModel.Placement(item: index, room: room, units: units)
                var gain = worth(placement)
                let takenFrom = units > free ? cheapest : nil
                guard units <= free + (takenFrom?.units ?? 0) else { return nil }
                if let takenFrom { gain -= worth(takenFrom) } else if isCommon { gain -= model.varietyCost }
                let steps = model.steps(index, units)
                return gain > 0 && steps <= model.rooms[room]
                    ? Offer(placement: placement, steps: steps, gain: gain, takenFrom: takenFrom) : nil
            }
            return offers.isEmpty ? nil : offers
        }
    }

    private func worth(_ placement: WeekModel.Placement) -> Int { model.worth(placement) ?? 0 }
}
