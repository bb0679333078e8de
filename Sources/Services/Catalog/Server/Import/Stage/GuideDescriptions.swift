/// What a guide says of its channels, kept until its end: a channel may be described twice, and its programmes may call it by
/// its id in another case.
struct GuideDescriptions {
    private struct Description {
        var names: [String] = []
        var icon: String?
    }

    private var all: [String: Description] = [:]
    private var bytes = 0

    /// Guides with more text about their channels are staged in parts, each of which stands for itself.
    private static let maximumBytes = 16 << 20
    /// More names of one channel are dropped.
    private static let maximumNames = 40

    /// There is so much that it must be taken.
    var isFull: Bool { bytes > Self.maximumBytes }

    /// Adds to what is known of a channel.
    mutating func add(_ id: String, names: [String], icon: String?) {
        var description = all[id] ?? Description()
        for name in names where !description.names.contains(name) && description.names.count < Self.maximumNames {
            description.names.append(name)
            bytes += name.utf8.count
        }
        description.icon = description.icon ?? icon
        all[id] = description
        bytes += id.utf8.count
    }

    /// Channels without a programme whose id is, but for its case, that of programmes without a channel.
    ///
    /// Ids of some guides differ in nothing but their case, so each must be the only one.
    func misspelled(in channels: [String: ProgrammeStager.Covered]) -> [(channel: String, programmes: String)] {
        var strays: [String: [String]] = [:]
        for (id, covered) in channels where !covered.isDescribed { strays[id.lowercased(), default: []].append(id) }
        guard !strays.isEmpty else { return [] }
        var empty: [String: [String]] = [:]
        for id in all.keys where channels[id]?.hasProgrammes == false { empty[id.lowercased(), default: []].append(id) }
        return empty.sorted { $0.key < $1.key }.compactMap { folded, ids in
            guard ids.count == 1, let programmes = strays[folded], programmes.count == 1 else { return nil }
            return (ids[0], programmes[0])
        }
    }

    /// Gives what is known of a channel to the id that its programmes have.
    mutating func move(_ channel: String, to programmes: String) { all[programmes] = all.removeValue(forKey: channel) }

    /// Hands over everything, by id.
    mutating func takeAll() -> [(id: String, names: [String], icon: String?)] {
        defer { (all, bytes) = ([:], 0) }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value.names, $0.value.icon) }
    }
}
