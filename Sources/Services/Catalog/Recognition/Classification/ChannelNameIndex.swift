internal import CatalogFormats
package import TextFolding

/// The channels of a list that have a guide id, by name: a link of the same name without an id is another link of that
/// channel.
///
/// A name under several guide ids is ambiguous and matches none of them. So is one whose id names one of several feeds
/// ("BBCDrama.uk@Spain"), as the name does not.
package struct ChannelNameIndex: Sendable {
    /// A channel with a guide id.
    package struct Channel: Sendable {
        package var guideID: GuideID
        /// Whether the name is part of its id, as several channels share the guide id.
        var isShared: Bool
        package var signs: ChannelSignals
        /// Whether channels of several countries have the guide id, so that the match would be ambiguous.
        var isNational = false
    }

    /// nil where several have the name.
    private var channels: [UInt64: Channel?] = [:]

    /// Adds a name of a channel.
    package mutating func note(_ name: FoldedText, of channel: Channel) {
        guard let key = Self.key(name) else { return }
        if let known = channels[key] {
            if known?.guideID != channel.guideID { channels[key] = .some(nil) }
        } else if channel.isNational {
            channels[key] = .some(nil)
        } else {
            channels[key] = channel
        }
    }

    /// The only channel of that name, if an entry with these signals may belong to it.
    package func channel(called name: FoldedText, _ signs: ChannelSignals) -> Channel? {
        guard let key = Self.key(name), let channel = channels[key] ?? nil else { return nil }
        guard !channel.guideID.hasFeed else { return nil }
        let isGenericName = ContentIdentity.isGenericName(name)
        return channel.signs.allow(signs, guideID: channel.guideID, isGenericName: isGenericName) ? channel : nil
    }

    /// nil for a name without letters and digits.
    package static func key(_ name: FoldedText) -> UInt64? {
        name.words.isEmpty ? nil : WordHash.extend(WordHash.seed, name.compact)
    }
}
