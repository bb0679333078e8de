/// A guide's descriptions of its channels, kept until its end: a channel may be described twice, and its programmes may
/// have its id in another case.
struct GuideDescriptions {
    private struct Description {
        var names: [String] = []
        var icon: String?
    }

    private var all: [String: Description] = [:]
    private var bytes = 0

    /// Guides with more text about their channels are staged in parts, each by itself.
    private static let maximumBytes = 16 << 20
    /// More names of one channel are dropped.
    private static let maximumNames = 40

    /// Whether the buffer is full.
    var isFull: Bool { bytes > Self.maximumBytes }

    /// Adds a description of a channel.
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

    /// Channels without a programme whose id differs only in case from that of programmes without a channel.
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

    /// Moves a channel's description to the id of its programmes.
    mutating func move(_ channel: String, to programmes: String) { all[programmes] = all.removeValue(forKey: channel) }

    /// Takes all descriptions, by id.
    mutating func takeAll() -> [(id: String, names: [String], icon: String?)] {
        defer { (all, bytes) = ([:], 0) }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value.names, $0.value.icon) }
    }
}
