import CatalogAPI
import DownloadsAPI
import Foundation
import Testing

@testable import DownloadsService

/// Which of a title's links a quality stands for.
struct VariantSelectionTests {
    private static func variants(_ qualities: String?...) -> [Variant] {
        qualities.enumerated().map { place, quality in
            var variant = Variant(id: "v\(place)", name: "", source: "s")
            variant.quality = quality
            return variant
        }
    }

    private static func chosen(_ variants: [Variant]) -> [String?] {
        DownloadQuality.all.map { VariantSelection.variant(of: variants, for: $0) }
    }

    @Test func `the best at or under the quality is taken, of those that are alike the first`() {
        #expect(Self.chosen(Self.variants("2160p", "1080p", "720p", "480p", "360p")) == ["v3", "v2", "v1", nil])
        #expect(Self.chosen(Self.variants("1080p", "1080p", "360p", "360p")) == ["v2", "v2", "v0", nil])
        #expect(Self.chosen(Self.variants("4K", "Full HD", "HD", "SD")) == ["v3", "v2", "v1", nil])
        #expect(Self.chosen(Self.variants("1080i", "576p", "240p")) == ["v2", "v1", "v0", nil])
    }

    @Test func `where none is under it, one that says nothing comes before the least above`() {
        #expect(Self.chosen(Self.variants("2160p", "1080p")) == ["v1", "v1", "v1", nil])
        #expect(Self.chosen(Self.variants("2160p", nil, "1440p")) == ["v1", "v1", "v1", nil])
    }

    @Test func `where nothing is known the catalog's first is taken`() {
        #expect(Self.chosen([]) == [nil, nil, nil, nil])
        #expect(Self.chosen(Self.variants(nil, nil)) == [nil, nil, nil, nil])
        #expect(Self.chosen(Self.variants("odd", "", "p")) == [nil, nil, nil, nil])
    }

    @Test func `what its source has lost or failed lately comes last`() {
        var variants = Self.variants("720p", "480p")
        variants[0].isStale = true
        #expect(VariantSelection.variant(of: variants, for: .medium) == "v1")
        variants[1].failedAt = Date(timeIntervalSince1970: 0)
        #expect(VariantSelection.variant(of: variants, for: .medium) == "v0")
    }
}
