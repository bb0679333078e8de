internal import Foundation

/// What was done about a run that ended without reverting its faults, by kill -9 for example.
public struct LeftoverRun: Sendable, Hashable, Codable {
    /// The directory of the run's household.
    public let directory: String
    /// The process that ran it.
    public let process: Int32
    /// The reverted faults and removed files, each in a few words.
    public var done: [String] = []
    /// What could not be removed, and why.
    public var left: [String] = []

    init(directory: String, process: Int32) { (self.directory, self.process) = (directory, process) }
}
