/// A copy of a value in which one thing is wrong, and where.
struct Mutation {
    var place: String
    var value: Any
}

/// Every copy of a tree of maps, lists and scalars in which one thing is missing, added or changed.
func mutations(of value: Any, at place: String = "") -> [Mutation] {
    switch value {
    case let map as [String: Any]:
        var all = [Mutation(place: "\(place)/+", value: map.merging(["unknown": "x"]) { old, _ in old })]
        for (key, child) in map.sorted(by: { $0.key < $1.key }) {
            var without = map
            without[key] = nil
            all.append(Mutation(place: "\(place)/-\(key)", value: without))
            for inner in mutations(of: child, at: "\(place)/\(key)") {
                all.append(Mutation(place: inner.place, value: map.merging([key: inner.value]) { _, new in new }))
            }
        }
        return all
    case let list as [Any]:
        var all = [Mutation(place: "\(place)/+", value: list + ["x"])]
        for (index, child) in list.enumerated() {
            var without = list
            without.remove(at: index)
            all.append(Mutation(place: "\(place)/-\(index)", value: without))
            for inner in mutations(of: child, at: "\(place)/\(index)") {
                var copy = list
                copy[index] = inner.value
                all.append(Mutation(place: inner.place, value: copy))
            }
        }
        return all
    case let flag as Bool: return [Mutation(place: place, value: !flag)]
    case let number as Int:
        return [-1, number + 1_000_000].map { Mutation(place: "\(place)=\($0)", value: $0) }
    case let text as String:
        return ["", text + "x", "x" + text].map { Mutation(place: "\(place)=\($0)", value: $0) }
    default: return [Mutation(place: place, value: ["x"])]
    }
}
