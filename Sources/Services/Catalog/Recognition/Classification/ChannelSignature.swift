internal import CatalogFormats
package import TextFolding

/// The comparison key of a channel's link with those of other lists: its name, whether it has a guide id, and its
/// signals.
package struct ChannelSignature: Sendable, Equatable {
    /// A hash of the name: odd for a link with a guide id, and one less for one without.
    package var name: Int64
    /// See ``signs(_:country:languages:)``.
    package var signs: Int64

    /// - Returns: nil for a name without letters and digits.
    package init?(_ name: FoldedText, hasGuideID: Bool, _ signs: ChannelSignals) {
        guard let key = ChannelNameIndex.key(name) else { return nil }
        self.name = Self.name(Int64(bitPattern: key), hasGuideID: hasGuideID)
        self.signs = signs.stored | (ContentIdentity.isGenericName(name) ? Self.genericNameFlag : 0)
    }

    /// The hash of the same name with or without a guide id.
    package static func name(_ name: Int64, hasGuideID: Bool) -> Int64 { hasGuideID ? name | 1 : name & ~1 }

    /// Whether channels of several countries may have the name.
    package static func isGenericName(_ signs: Int64) -> Bool { signs & genericNameFlag != 0 }

    private static let genericNameFlag: Int64 = 256

    /// The channel signals of a stored link.
    package static func signs(_ signs: Int64, country: String?, languages: String?) -> ChannelSignals {
        ChannelSignals(stored: signs & ~genericNameFlag, country: country, languages: languages)
    }
}
